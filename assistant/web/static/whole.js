// A form about a fight that is sent as a whole, once; then the page goes where the fight is, or where it was.

import { Command, Refused, send } from "./api.js";
import { leaveForm } from "./overtaken.js";

/** Send what the form has to say to `path`; what is refused is said beside it, and to `refused` by its code. */
export function sendsWhole(form, path, said, refused = () => {}) {
  const trouble = form.querySelector(".trouble-here");
  const command = new Command();
  let sending = Promise.resolve(false);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    const busy = [form, event.submitter].filter(Boolean);
    for (const one of busy) one.setAttribute("aria-busy", "true");
    let settle;
    sending = new Promise((then) => (settle = then));
    trouble.textContent = "";
    try {
      const body = said();
      const seen = Number(document.body.dataset.seen);
      const { open, recorded } = await send(path, { ...body, key: command.keyFor(body), seen });
      settle(true);
      const campaign = `/c/${encodeURIComponent(document.body.dataset.campaign)}`;
      location.assign(open ? `${campaign}/fights/${encodeURIComponent(open.id)}` : `${campaign}/fought/${recorded.seq}`);
    } catch (error) {
      for (const one of busy) one.removeAttribute("aria-busy");
      // Whose reply was lost may have begun it: nobody is told that it did not count when it did.
      settle(error.isUnsent === true);
      if (!(error instanceof Refused)) throw error;
      if (!error.isUnsent) command.isOver();
      error.showIn(trouble);
      refused(error.code);
      trouble.scrollIntoView({ block: "center" });
      // Somebody else was first, perhaps: the page shows how it stands now.
      if (error.status === 409) document.dispatchEvent(new CustomEvent("stale"));
    }
  });
  // When somebody else has begun the fight, whoever was at this form is told so on the page that comes.
  let did = "";
  form.addEventListener("input", () => (did = "typed"));
  form.addEventListener("submit", () => (did ||= "tapped"));
  document.addEventListener("leaving", ({ detail }) => {
    if (did) detail.waits.push(sending.then((isOurs) => isOurs || leaveForm(did)));
  });
}
