import { DrizzleQueryError } from 'drizzle-orm'
import { stdSerializers } from 'pino'

/** An error for the log. Of a failed statement only the database's own error: its values may be secrets. */
export const loggedError = (error: Error) =>
  stdSerializers.err(error instanceof DrizzleQueryError && error.cause ? error.cause : error)
