// A form about a fight that is sent as a whole, once; then the page goes where the fight is, or where it was.

import { Command, Refused, send } from "./api.js";

/** Send what the form has to say to `path`; what is refused is said beside it, and to `refused` by its code. */
export function sendsWhole(form, path, said, refused = () => {}) {
  const trouble = form.querySelector(".trouble-here");
  const command = new Command();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    trouble.textContent = "";
    try {
      const body = said();
      const seen = Number(document.body.dataset.seen);
      const { open, recorded } = await send(path, { ...body, key: command.keyFor(body), seen });
      const campaign = `/c/${encodeURIComponent(document.body.dataset.campaign)}`;
      location.assign(open ? `${campaign}/fights/${encodeURIComponent(open.id)}` : `${campaign}/fought/${recorded.seq}`);
    } catch (error) {
      form.removeAttribute("aria-busy");
      if (!(error instanceof Refused)) throw error;
      if (!error.isUnsent) command.isOver();
      error.showIn(trouble);
      refused(error.code);
      trouble.scrollIntoView({ block: "center" });
    }
  });
}
