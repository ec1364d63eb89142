// The button that prints the seat cards.

document.getElementById("print").addEventListener("click", () => print());
