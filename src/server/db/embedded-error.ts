import { StartError } from '../base/errors.ts'

/** The error for a machine on which the embedded database does not work: one sentence of reason, then the way out. */
export function cannotStart(reason: string): StartError {
  const sentence = reason.trim().replace(/[.\s]*$/, '.')
  return new StartError(`${sentence} Set DATABASE_URL to use a PostgreSQL of your own.`)
}
