/**
 * Loaded before each program of `forkProgram`. When the measuring process has ended, perhaps killed, the program would
 * go on and on, and nobody would see why processors are busy.
 */
process.on('disconnect', () => process.exit(1))
