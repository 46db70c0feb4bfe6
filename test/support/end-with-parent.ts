/**
 * Loaded before each program of `forkProgram`. Whoever measured has ended, perhaps killed: what the program does would go on and on, and
 * nobody would see what takes the processors.
 */
process.on('disconnect', () => process.exit(1))
