
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

  function show(wanted) {
    at = Math.min(last, Math.max(0, wanted));
    events.forEach((event, number) => { event.hidden = number !== at; });
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", titleOf(events[at]));
    count.textContent = `${at} of ${last}`;
  }

  function tell() {
    const told = [...events[at].querySelectorAll(".told, .broken, .drop")].map((each) => each.textContent);
    status.textContent = [titleOf(events[at]), ...told].join(" ");
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
    if (key.key !== "ArrowLeft" && key.key !== "ArrowRight") return;
    key.preventDefault();
    go(at + (key.key === "ArrowRight" ? 1 : -1));
  });
  window.addEventListener("hashchange", () => {
    const number = named();
    if (number === null) return;
    go(number);
    document.getElementById("stepper").scrollIntoView();
  });

  document.getElementById("stepper").hidden = false;
  show(named() ?? 0);
})();
