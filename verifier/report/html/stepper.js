
"use strict";
// Shows one event at a time.  Without this script they stand one below the other, and nothing is missing.
(() => {
  const events = [...document.querySelectorAll(".event")];
  const last = events.length - 1;
  const slider = document.getElementById("slider");
  const count = document.getElementById("count");
  const status = document.getElementById("status");
  let at = 0;

  const titleOf = (event) => event.querySelector(".title").textContent;
  const isDecision = (number) => events[number].dataset.kind === "decision" || number === 0 || number === last;

  // What stands in a noscript is a text here.  As elements of a template it is neither laid out nor are its parts repeated.
  function elements(noscript) {
    const template = document.createElement("template");
    template.innerHTML = noscript === null ? "" : noscript.textContent;
    return template.content;
  }

  const parts = elements(document.getElementById("parts"));

  // Puts an event's picture and the texts of its clauses in place, when it is first shown.
  function complete(event) {
    for (const waiting of event.querySelectorAll("figure > noscript")) {
      const picture = elements(waiting);
      for (let use; (use = picture.querySelector("use"));) {
        use.replaceWith(...parts.querySelector(use.getAttribute("href")).cloneNode(true).childNodes);
      }
      waiting.replaceWith(picture);
    }
    for (const link of event.querySelectorAll(".clauses a:only-child")) {
      const text = document.createElement("span");
      text.textContent = document.querySelector(link.getAttribute("href")).querySelector("dd").textContent;
      link.after(" ", text);
    }
  }

  function show(wanted) {
    at = Math.min(last, Math.max(0, wanted));
    complete(events[at]);
    events.forEach((event, number) => { event.hidden = number !== at; });
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", titleOf(events[at]));
    count.textContent = `${at} of ${last}`;
  }

  function tell() {
    const account = [...events[at].querySelectorAll(".account, .broken, .drop")].map((each) => each.textContent);
    status.textContent = [titleOf(events[at]), ...account].join(" ");
  }

  function go(wanted) {
    show(wanted);
    history.replaceState(null, "", `#${events[at].id}`);
    tell();
  }

  function decision(direction) {
    let number = at + direction;
    while (number > 0 && number < last && !isDecision(number)) number += direction;
    return number;
  }

  const ways = {
    "first": () => 0, "decision-back": () => decision(-1), "back": () => at - 1,
    "on": () => at + 1, "decision-on": () => decision(1), "last": () => last,
  };
  const keys = { "ArrowLeft": "back", "ArrowRight": "on", "Home": "first", "End": "last", "p": "decision-back", "n": "decision-on" };

  function named() {
    const found = events.findIndex((event) => `#${event.id}` === location.hash);
    return found < 0 ? null : found;
  }

  document.getElementById("stepper").addEventListener("click", (click) => {
    const button = click.target.closest("button");
    if (button) go(ways[button.dataset.go]());
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (key) => {
    if (key.altKey || key.ctrlKey || key.metaKey || key.shiftKey || key.target.closest("input, pre, textarea, select")) return;
    if (!(key.key in keys)) return;
    key.preventDefault();
    go(ways[keys[key.key]]());
  });
  window.addEventListener("hashchange", () => {
    const number = named();
    if (number === null) return;
    go(number);
    document.getElementById("stepper").scrollIntoView();
  });
  window.addEventListener("beforeprint", () => { events.forEach(complete); });

  document.getElementById("stepper").hidden = false;
  show(named() ?? 0);
  document.querySelector(".waiting").classList.remove("waiting");
})();
