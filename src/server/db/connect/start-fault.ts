import pg from 'pg'
import { addressesOf } from '../../base/database-address.ts'
import { StartError } from '../../base/errors.ts'

interface DatabaseFault extends Error {
  code?: string
}

/** The parts of the database's address that messages show. The password is not among them. */
interface Target {
  place: string
  user: string
  database: string
}

type Describe = (fault: DatabaseFault, target: Target) => string

const unknownHost: Describe = ({ code }, { place }) =>
  `The host of ${place} is unknown to this machine (${code}). Correct it in DATABASE_URL, or check the name service of this machine.`
const noAnswer: Describe = (_, { place }) =>
  `Nothing answers at ${place}. A firewall may block the connection, or the machine may be off. Check host and port in DATABASE_URL.`
const cutOff: Describe = (_, { place }) =>
  `The program at ${place} closed the connection without an answer. Check that host and port in DATABASE_URL are those of PostgreSQL.`
const untrusted: Describe = ({ code }, { place }) =>
  `The TLS certificate of the database at ${place} is not trusted (${code}). Name its authority in DATABASE_URL, for example: ?sslmode=verify-full&sslrootcert=/etc/muster/ca.pem`
const refusedLogin: Describe = (_, { place, user }) =>
  `The database at ${place} refuses the user "${user}" or the password. Correct them in DATABASE_URL.`
const tooManyFiles: Describe = ({ code }) =>
  `This process may not open enough files (${code}). Raise the limit, for example: ulimit -n 8192, or LimitNOFILE=8192 in the systemd service.`

/** Patterns for the code and the message of an error. The first match counts. */
const faults: [pattern: RegExp, describe: Describe][] = [
  [
    /^ECONNREFUSED/,
    (_, { place }) =>
      `No PostgreSQL listens at ${place}. Start it, or correct host and port in DATABASE_URL. Is it on this machine?`,
  ],
  [/^(ENOTFOUND|EAI_AGAIN)/, unknownHost],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)| (timeout expired|Query read timeout)/, noAnswer],
  [/^(EMFILE|ENFILE)/, tooManyFiles],
  [/^(28P01|28000 no such user)/, refusedLogin],
  [
    /password must be a (non-empty )?string/,
    (_, { place, user }) =>
      `The database at ${place} requires a password for "${user}", but DATABASE_URL contains none. For example: postgres://${user}:secret@${place}`,
  ],
  [
    /^28000 role .* does not exist/,
    (_, { place, user }) =>
      `The database at ${place} has no role "${user}". Create it, or correct the user in DATABASE_URL.`,
  ],
  [
    /^28000 .*(no encryption|SSL off)|SSL required/,
    (_, { place, user }) =>
      `The database at ${place} accepts "${user}" only over TLS, or not at all from this machine. Add ?sslmode=verify-full to DATABASE_URL, or check its pg_hba.conf.`,
  ],
  [
    /^28000/,
    ({ message }, { place, user }) =>
      `The database at ${place} does not accept "${user}" from this machine: ${message}. Check its pg_hba.conf.`,
  ],
  [
    /does not support SSL connections/,
    (_, { place }) =>
      `The database at ${place} does not support TLS, but DATABASE_URL requires it. Remove sslmode from DATABASE_URL, or turn TLS on in PostgreSQL.`,
  ],
  [/^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS_CERT)/, untrusted],
  [
    /^3D000|no such database/,
    (_, { place, database }) =>
      `There is no database "${database}" at ${place}. Create it, or correct the name at the end of DATABASE_URL.`,
  ],
  [
    /^53300/,
    (_, { place }) =>
      `The database at ${place} has no connection left. Raise its max_connections, or lower DATABASE_POOL of the Muster servers that use it.`,
  ],
  [
    /^57P03/,
    ({ message }, { place }) => `The database at ${place} is not ready: ${message}. Start Muster again in a moment.`,
  ],
  [
    /^08P01 unsupported startup parameter/,
    ({ message }, { place }) =>
      `The connection pooler at ${place} answers "${message}". Remove the parameter from DATABASE_URL, or add it to the pooler's ignore_startup_parameters.`,
  ],
  [/Connection terminated|^(ECONNRESET|EPIPE)/, cutOff],
  [
    /^25006/,
    (_, { place }) =>
      `The database at ${place} is a standby, or read-only, but Muster must write to it. Name the primary in DATABASE_URL, or all servers of the cluster.`,
  ],
  [
    /^42501/,
    (_, { user, database }) =>
      `The role "${user}" may not create tables in the database "${database}". For example: alter database "${database}" owner to "${user}"`,
  ],
  [/^(53100|ENOSPC)/, () => 'The disk of the database is full. Make room, and start Muster again.'],
]

/** Turns a database error at the start into a `StartError` with a remedy. Unknown errors stay unchanged. */
export function startFault(error: unknown, url: string): unknown {
  const fault = causeOf(error)
  const [, describe] = faults.find(([pattern]) => pattern.test(`${fault.code ?? ''} ${fault.message}`)) ?? []
  return describe ? new StartError(describe(fault, targetOf(url)), { cause: error }) : error
}

/** The same for a connection that could not be opened. An unknown error keeps the database's own message. */
export function connectionFault(error: unknown, url: string): unknown {
  const known = startFault(error, url)
  if (known instanceof StartError) return known
  const { message, code } = causeOf(error)
  return new StartError(`The database at ${targetOf(url).place} refuses the connection: ${message || code}`)
}

/** The cause behind wrapped errors. Node wraps an error for each address of a host; Drizzle the database's. */
function causeOf(error: unknown): DatabaseFault {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0])
  const { code, cause } = error as DatabaseFault
  return !code && cause instanceof Error ? causeOf(cause) : (error as DatabaseFault)
}

function targetOf(url: string): Target {
  const clients = addressesOf(url).map((address) => new pg.Client(address))
  const { user, database } = clients[0] ?? {}
  const place = clients.map(({ host, port }) => `${host}:${port}`).join(' or ')
  return { place, user: user ?? '', database: database ?? '' }
}
