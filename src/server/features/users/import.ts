import type { Input } from '../../../shared/endpoint.ts'
import { msg, translate } from '../../../shared/message.ts'
import type { Imported, ImportPreview, usersApi } from '../../../shared/users.ts'
import { invalidFields } from '../../base/errors.ts'
import { makePassword } from '../../base/passwords.ts'
import { uuidv7 } from '../../base/uuid.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { insertMany } from '../../core/write.ts'
import { hashManyInQueue } from '../../credentials/hashing.ts'
import { users } from '../../db/tables/people.ts'
import { foldedName } from './folded-name.ts'
import { type ImportLine, readImport } from './import-file.ts'

/** The people whom the file would create, each line with its faults. It writes nothing. Throws 400 for a file without people. */
export async function previewImport(
  ctx: Context,
  { body }: Input<typeof usersApi.previewImport>,
): Promise<ImportPreview> {
  const lines = (await readImport(ctx, body.csv)).map(({ line, values, department, faults }) => ({
    line,
    firstName: values.firstName,
    lastName: values.lastName,
    email: values.email,
    role: values.role,
    department,
    language: values.language,
    hasPassword: values.password !== '',
    faults: faults.map((fault) => translate(ctx.reader.i18n, fault)),
  }))
  return { lines, faulty: lines.filter(({ faults }) => faults.length > 0).length }
}

/**
 * Creates the accounts of a file, all or none. Throws 400 with each line's faults. If a line has no password, one is generated:
 * the reply has it, and it is stored nowhere. The hashes take seconds, so that they are made before anything is locked, and the
 * viewer's page receives the progress.
 */
export async function importPeople(ctx: Context, { body }: Input<typeof usersApi.import>): Promise<Imported> {
  const entries = mustHaveNoFaults(await readImport(ctx, body.csv))
  const withPasswords = entries.map((entry) => ({ ...entry, password: entry.values.password || makePassword() }))
  const passwords = withPasswords.map(({ password }) => password)
  const hashes = await hashManyInQueue(ctx, passwords, (done) => sendProgress(ctx, done, passwords.length))
  await inTransaction(ctx, async (tx) => {
    // During the hashing, somebody may have taken an address or deleted a department.
    mustHaveNoFaults(await readImport(tx, body.csv))
    await insertMany(
      tx,
      users,
      entries.map(({ values: { firstName, lastName, email, role, language }, departmentId }, index) => ({
        ...{ firstName, lastName, email, role, language, departmentId },
        id: uuidv7(ctx.now),
        foldedName: foldedName({ firstName, lastName }),
        passwordHash: hashes[index] ?? '',
      })),
    )
  })
  const generated = withPasswords.filter(({ values }) => values.password === '')
  return {
    created: entries.length,
    passwords: generated.map(({ values: { email, firstName, lastName }, password }) => ({
      ...{ email, firstName, lastName },
      password,
    })),
  }
}

/** Progress is sent after so many hashes, which is about once a second. */
const PROGRESS_INTERVAL = 20

function sendProgress({ services, viewer, origin }: Context, done: number, total: number) {
  if (done % PROGRESS_INTERVAL !== 0 || !origin.tab) return
  services.bus.publish([{ type: 'progress', userId: viewer.id, tab: origin.tab, progress: { done, total } }])
}

function mustHaveNoFaults(entries: ImportLine[]) {
  const issues = entries.flatMap(({ line, faults }) =>
    faults.map((fault) => ({ path: 'csv', message: msg('Line {line}: {fault}', { line, fault }) })),
  )
  if (issues.length > 0) throw invalidFields(issues.slice(0, 100))
  return entries
}
