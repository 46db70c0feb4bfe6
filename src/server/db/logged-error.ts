import { DrizzleQueryError } from 'drizzle-orm'
import { stdSerializers } from 'pino'

/** An error as the log shows it: of a statement that failed only what the database said, as its values may be secrets. */
export const loggedError = (error: Error) =>
  stdSerializers.err(error instanceof DrizzleQueryError && error.cause ? error.cause : error)
