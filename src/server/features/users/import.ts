import type { Input } from '../../../shared/endpoint.ts'
import type { Imported, ImportPreview, usersApi } from '../../../shared/users.ts'
import { invalidFields } from '../../base/errors.ts'
import { makePassword } from '../../base/passwords.ts'
import { uuidv7 } from '../../base/uuid.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { insertMany } from '../../core/write.ts'
import { hashManyInQueue } from '../../credentials/hashing.ts'
import { users } from '../../db/tables/people.ts'
import { foldedName } from './change.ts'
import { type Entry, readImport } from './import-file.ts'

/** What the file would bring in, each line with its faults; nothing is written. */
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
    hasPassword: values.password !== '',
    faults,
  }))
  return { lines, faulty: lines.filter(({ faults }) => faults.length > 0).length }
}

/**
 * Creates the accounts of a file: all, or none and 400 with each line's fault. Where a line names no password, one is made up,
 * told in the reply and kept nowhere. The hashes take seconds and are made before anything is locked; the page that asks is told
 * how far they are.
 */
export async function importPeople(ctx: Context, { body }: Input<typeof usersApi.import>): Promise<Imported> {
  const entries = faultless(await readImport(ctx, body.csv))
  const withPasswords = entries.map((entry) => ({ ...entry, password: entry.values.password || makePassword() }))
  const passwords = withPasswords.map(({ password }) => password)
  const hashes = await hashManyInQueue(ctx, passwords, (done) => sendProgress(ctx, done, passwords.length))
  await inTransaction(ctx, async (within) => {
    // Meanwhile an address may have been taken, or a department deleted.
    faultless(await readImport(within, body.csv))
    await insertMany(
      within,
      users,
      entries.map(({ values: { firstName, lastName, email, role }, departmentId }, at) => ({
        ...{ firstName, lastName, email, role, departmentId },
        id: uuidv7(ctx.now),
        foldedName: foldedName({ firstName, lastName }),
        passwordHash: hashes[at] ?? '',
      })),
    )
  })
  const made = withPasswords.filter(({ values }) => values.password === '')
  return {
    created: entries.length,
    passwords: made.map(({ values: { email, firstName, lastName }, password }) => ({
      ...{ email, firstName, lastName },
      password,
    })),
  }
}

/** After so many the page hears of it: about once a second. */
const PROGRESS_EVERY = 20

function sendProgress({ services, viewer, origin }: Context, done: number, total: number) {
  if (done % PROGRESS_EVERY !== 0 || !origin.tab) return
  services.bus.publish([{ type: 'progress', userId: viewer.id, tab: origin.tab, progress: { done, total } }])
}

function faultless(entries: Entry[]) {
  const issues = entries.flatMap(({ line, faults }) =>
    faults.map((fault) => ({ path: 'csv', message: `Line ${line}: ${fault}` })),
  )
  if (issues.length > 0) throw invalidFields(issues.slice(0, 100))
  return entries
}
