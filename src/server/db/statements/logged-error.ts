import { DrizzleQueryError } from 'drizzle-orm'
import { stdSerializers } from 'pino'

/**
 * An error as the log shows it. For a failed statement it is only the database's own error, as the statement's values
 * may be secrets.
 */
export const loggedError = (error: Error) =>
  stdSerializers.err(error instanceof DrizzleQueryError && error.cause ? error.cause : error)
