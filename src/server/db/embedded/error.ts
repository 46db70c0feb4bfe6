import { StartError } from '../../base/errors.ts'

/** The error when the embedded database does not work on this machine: the reason in one sentence, then the remedy. */
export function cannotStart(reason: string): StartError {
  const sentence = reason.trim().replace(/[.\s]*$/, '.')
  return new StartError(`${sentence} Set DATABASE_URL to use a PostgreSQL of your own.`)
}
