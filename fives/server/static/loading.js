/* A table whose page cannot be loaded says so, and offers to try again. A plain script, so that it is there before the
   modules; what it shows is gone with the first state, should they come after all. */
(() => {
  const LONG = 15_000;
  const runs = () => document.querySelector("main[data-runs]") !== null;

  function failed() {
    if (document.readyState === "loading") {
      document.addEventListener("readystatechange", failed, { once: true });
      return;
    }
    const middle = document.querySelector("main[aria-busy] .middle");
    if (!middle || runs() || middle.querySelector("button")) return;
    const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
    const text = document.createElement("span");
    text.setAttribute("role", "alert");
    const again = document.createElement("button");
    again.className = "btn main";
    again.textContent = words.try_again;
    again.onclick = () => location.reload();
    middle.replaceChildren(text, " ", again);
    text.textContent = words.not_loaded; // after it is there, so that it is heard
  }

  // A table without its style is there, yet nobody could play at it: the line may be better in a moment.
  function askAgain(/** @type {HTMLLinkElement} */ link) {
    if (link.rel !== "stylesheet" || link.href.includes("?")) return;
    const again = /** @type {HTMLLinkElement} */ (link.cloneNode());
    again.href += "?again";
    setTimeout(() => link.after(again), 1000);
  }

  // What cannot be loaded tells it to its element alone; what cannot be run, to the window.
  addEventListener("error", (/** @type {Event} */ event) => {
    if (event.target instanceof HTMLLinkElement) askAgain(event.target);
    else if (event instanceof ErrorEvent ? event.filename.startsWith(location.origin) : event.target instanceof HTMLScriptElement) failed();
  }, { capture: true });
  setTimeout(failed, LONG);
})();
