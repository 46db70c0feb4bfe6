import type { Input } from '../../../shared/endpoint.ts'
import type { payrollApi, StoredPayrollFile } from '../../../shared/payroll.ts'
import { defaultPayrollFile } from '../../../shared/payroll-file.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { audit } from '../../core/write/audit.ts'
import { laterThan } from '../../core/write/write.ts'
import { lockSetting, readSetting, writeSetting } from '../../db/settings.ts'

const untouched: StoredPayrollFile = { ...defaultPayrollFile, updatedAt: null }

/** How the file of a run is written: as administrators have chosen, or the default. */
export async function readFileSettings({ db }: Pick<Context, 'db'>): Promise<StoredPayrollFile> {
  return { ...untouched, ...(await readSetting(db, 'payrollFile')) }
}

/**
 * Sets how the file of a run is written. Throws 409 when the body's `updatedAt` is not the setting's: somebody else has
 * changed it.
 */
export async function updateFileSettings(
  ctx: Context,
  { body: { updatedAt, ...file } }: Input<typeof payrollApi.updateFileSettings>,
): Promise<StoredPayrollFile> {
  mustBeAllowed(ctx, 'payroll:manage', {})
  const before = { ...untouched, ...(await lockSetting(ctx.db, 'payrollFile')) }
  if (updatedAt !== undefined && updatedAt !== before.updatedAt)
    throw conflict('edited_meanwhile', msg('Somebody else has changed the file for payroll meanwhile'))
  const [from, to] = [logged(before), logged(file)]
  const changed = Object.keys(to).filter((field) => String(from[field]) !== String(to[field]))
  if (changed.length === 0) return before
  const now = ctx.now.toISOString()
  const after = { ...file, updatedAt: before.updatedAt === null ? now : laterThan(before.updatedAt, ctx.now) }
  await writeSetting(ctx.db, 'payrollFile', after)
  const only = (values: typeof to) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  await audit(ctx, {
    action: 'payroll-file.update',
    resourceType: 'payroll-file',
    resourceId: null,
    details: { before: only(from), after: only(to) },
  })
  const change = { resource: 'payroll' as const, id: null }
  const audience = { fromRole: 'admin' as const, departments: [], users: [] }
  ctx.outbox.push({ type: 'change', change, verb: 'update', audience, tab: ctx.origin.tab })
  return after
}

/** The values for the audit log. A column is one text. */
const logged = ({ columns, ...file }: Omit<StoredPayrollFile, 'updatedAt'>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(file).filter(([field]) => field !== 'updatedAt')),
  columns: columns.map(({ field, heading, text }) => [field, heading, text].filter(Boolean).join(' ')),
})
