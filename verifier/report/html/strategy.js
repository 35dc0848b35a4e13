
"use strict";
// Shows one position at a time, and the game that led there.  Without this script they stand one below the other, linked.
(() => {
  const places = [...document.querySelectorAll(".event")];
  const status = document.getElementById("status");
  const path = document.getElementById("path");
  let made = [];  // at each position from the start on, which of its replies was made

  const repliesOf = (at) => [...places[at].querySelectorAll(".replies > li")];
  const linkOf = (reply) => reply && reply.querySelector("a.reply");
  const numberOf = (link) => Number(link.getAttribute("href").slice("#position-".length));
  const titleOf = (at) => places[at].querySelector(".title").textContent;

  // The positions that a game comes to; null for replies that lead nowhere here.
  function positions(replies) {
    const found = [0];
    for (const number of replies) {
      const link = linkOf(repliesOf(found.at(-1))[number]);
      if (!link) return null;
      found.push(numberOf(link));
    }
    return found;
  }

  // The replies that lead to a position on a shortest way.
  function shortest(at) {
    const replies = [];
    for (let place = places[at]; place.dataset.from !== undefined; place = places[Number(place.dataset.from)]) {
      replies.unshift(Number(place.dataset.by));
    }
    return replies;
  }

  function entry(text, replies, isLast, then) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#position-${positions(replies).at(-1)}`;
    link.textContent = text;
    if (isLast) link.setAttribute("aria-current", "step");
    link.addEventListener("click", (click) => { click.preventDefault(); go(replies); });
    item.append(link, then);
    return item;
  }

  function tellPath(found) {
    const entries = made.map((number, step) => {
      const reply = repliesOf(found[step])[number];
      const title = titleOf(found[step]).replace(/^[^:]*: /, "").replace(/ (decides|plays by the strategy)$/, "");
      const then = reply.querySelector(".then");
      return entry(`${title}: ${linkOf(reply).textContent}`, made.slice(0, step + 1), step + 1 === made.length,
        then ? `, then ${then.textContent}` : "");
    });
    path.replaceChildren(...entries);
    document.getElementById("last").textContent = entries.length ? `${entries.at(-1).textContent}.` : "";
    document.getElementById("so-far").hidden = !made.length;
    document.getElementById("again").hidden = found.indexOf(found.at(-1)) === found.length - 1;
  }

  function next() {
    const replies = repliesOf(positions(made).at(-1));
    const named = replies.findIndex((reply) => linkOf(reply) && reply.querySelector(".mark"));
    return named >= 0 || replies.length !== 1 || !linkOf(replies[0]) ? named : 0;
  }

  function show(replies) {
    made = replies;
    const found = positions(made);
    const at = found.at(-1);
    places.forEach((place, number) => { place.hidden = number !== at; });
    document.getElementById("count").textContent = made.length === 1 ? "1 event" : `${made.length} events`;
    tellPath(found);
    document.querySelector("[data-go=on]").disabled = next() < 0;
    for (const each of document.querySelectorAll("[data-go=start], [data-go=back]")) each.disabled = !made.length;
  }

  function go(replies) {
    const before = document.activeElement;
    show(replies);
    const place = places[positions(made).at(-1)];
    history.pushState(made, "", `#${place.id}`);
    const again = document.getElementById("again");
    status.textContent = [document.getElementById("last").textContent, titleOf(places.indexOf(place)), ...[...place.querySelectorAll(".account, .outcomes tbody tr")].map(
      (each) => each.textContent), again.hidden ? "" : again.textContent].join(" ");
    if (before && (before.closest("[hidden]") || !before.isConnected || before.disabled)) place.focus({ preventScroll: true });
    const top = document.getElementById("walker").getBoundingClientRect();
    if (top.top < 0 || place.getBoundingClientRect().top < top.bottom || top.top > innerHeight / 2) {
      document.getElementById("walker").scrollIntoView();
    }
  }

  function reply(number) {
    if (number >= 0 && linkOf(repliesOf(positions(made).at(-1))[number])) go([...made, number]);
  }

  const ways = { "start": () => made.length && go([]), "back": () => made.length && go(made.slice(0, -1)), "on": () => reply(next()) };
  const keys = { "ArrowLeft": "back", "ArrowRight": "on", "Home": "start" };

  function named() {
    const at = places.findIndex((place) => `#${place.id}` === location.hash);
    return at < 0 ? [] : shortest(at);
  }

  document.getElementById("walker").addEventListener("click", (click) => {
    const button = click.target.closest("button");
    if (button) ways[button.dataset.go]();
  });
  for (const place of places) {
    place.tabIndex = -1;
    place.addEventListener("click", (click) => {
      const link = click.target.closest("a.reply");
      if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
      click.preventDefault();
      reply(repliesOf(places.indexOf(place)).findIndex((each) => each.contains(link)));
    });
  }
  document.addEventListener("keydown", (key) => {
    if (key.altKey || key.ctrlKey || key.metaKey || key.shiftKey || key.target.closest("input, pre, textarea, select")) return;
    if (!(key.key in keys) && !/^[1-9]$/.test(key.key)) return;
    key.preventDefault();
    if (key.key in keys) ways[keys[key.key]]();
    else reply(Number(key.key) - 1);
  });
  // A hash that was followed by itself says no game: a shortest one then.  What was played here is kept with the page's history.
  const kept = () => Array.isArray(history.state) && positions(history.state) ? history.state : named();
  window.addEventListener("popstate", () => show(kept()));

  for (const each of document.querySelectorAll(".came")) each.hidden = true;
  document.getElementById("walker").hidden = false;
  show(kept());
  document.querySelector(".waiting").classList.remove("waiting");
})();
