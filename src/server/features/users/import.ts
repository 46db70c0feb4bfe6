import type { Input } from '../../../shared/endpoint.ts'
import type { ImportPreview } from '../../../shared/import-people.ts'
import { roles } from '../../../shared/permissions.ts'
import type { Imported, usersApi } from '../../../shared/users.ts'
import { fold } from '../../../shared/words/fold.ts'
import { msg, translate } from '../../../shared/words/message.ts'
import { invalidFields } from '../../base/errors.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { hashManyInQueue } from '../../credentials/hashing.ts'
import { insertPeople } from './create-many.ts'
import { mustBeProvedToGrant } from './granting.ts'
import { openImport, type ParsedLine, readImport, readLines } from './import-file.ts'
import { inviteAll } from './invite.ts'

/** So many unknown departments, and so many roles, are named at once. */
const MAX_UNKNOWN = 50

/**
 * The people that the file would create, each line with its faults, and the assignment of its columns. It writes
 * nothing. Throws 400 for a file without people.
 */
export async function previewImport(
  ctx: Context,
  { body }: Input<typeof usersApi.previewImport>,
): Promise<ImportPreview> {
  const file = openImport(ctx, body)
  const { columns, assigned, missing } = file
  const read = missing.length > 0 ? [] : await readLines(ctx, file)
  const lines = read.map(({ line, values, department, faults }) => ({
    line,
    firstName: values.firstName,
    lastName: values.lastName,
    email: values.email,
    username: values.username,
    role: values.role,
    department,
    language: values.language,
    personnelNumber: values.personnelNumber,
    hasPassword: values.password !== '',
    faults: faults.map((fault) => translate(ctx.reader.i18n, fault)),
  }))
  const unknown = new Map(
    read.flatMap(({ department, departmentId }) =>
      department !== '' && departmentId === null ? [[fold(department), department] as const] : [],
    ),
  )
  return {
    ...{ lines, faulty: lines.filter(({ faults }) => faults.length > 0).length, columns, assigned, missing },
    unknownDepartments: [...unknown.values()].slice(0, MAX_UNKNOWN),
    unknownRoles: [...new Set(read.map(({ values }) => values.role))].filter(isNoRole).slice(0, MAX_UNKNOWN),
  }
}

const isNoRole = (role: string) => !(roles as readonly string[]).includes(role)

/**
 * Creates the accounts of a file, all or none. Throws 400 with each line's faults. Each person without a password gets
 * a link to set one: the reply has it, and it is stored nowhere. People without an e-mail address get a user name. The
 * hashes take seconds, so that they are made before anything is locked, and the viewer's page receives the progress.
 */
export async function importPeople(ctx: Context, { body }: Input<typeof usersApi.import>): Promise<Imported> {
  const entries = mustHaveNoFaults(await readImport(ctx, body))
  mustBeProvedToGrant(
    ctx,
    entries.map(({ values }) => values),
  )
  const passwords = entries.flatMap(({ values }) => (values.password === '' ? [] : [values.password]))
  const hashes = await hashManyInQueue(ctx, passwords, (done) => sendProgress(ctx, done, passwords.length))
  return inTransaction(ctx, async (tx) => {
    // During the hashing, somebody may have taken a name or deleted a department.
    const current = mustHaveNoFaults(await readImport(tx, body))
    const remaining = hashes.values()
    const created = await insertPeople(
      tx,
      current.map(({ values: { password, ...values }, departmentId }) => ({
        ...{ ...values, departmentId },
        ...{ email: values.email || null, username: values.username || null },
        personnelNumber: values.personnelNumber || null,
        passwordHash: password === '' ? null : (remaining.next().value ?? null),
      })),
    )
    const invited = created.filter(({ passwordHash }) => passwordHash === null)
    return { created: created.length, invitations: await inviteAll(tx, invited) }
  })
}

/** Progress is sent after so many hashes, which is about once a second. */
const PROGRESS_INTERVAL = 20

function sendProgress({ services, viewer, origin }: Context, done: number, total: number) {
  if (done % PROGRESS_INTERVAL !== 0 || !origin.tab) return
  services.bus.publish([{ type: 'progress', userId: viewer.id, tab: origin.tab, progress: { done, total } }])
}

function mustHaveNoFaults(entries: ParsedLine[]) {
  const issues = entries.flatMap(({ line, faults }) =>
    faults.map((fault) => ({ path: 'csv', message: msg('Line {line}: {fault}', { line, fault }) })),
  )
  if (issues.length > 0) throw invalidFields(issues.slice(0, 100))
  return entries
}
