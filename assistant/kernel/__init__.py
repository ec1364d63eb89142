"""What may be asked, what answers it, and the machine that runs a procedure; standard library only."""
