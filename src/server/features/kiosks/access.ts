import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Permission, permissions, rankOf, roles } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, notFound } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context, Kiosk } from '../../core/context.ts'
import { isActivePerson } from '../../core/people/active.ts'
import { isOneOf } from '../../db/columns.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { users } from '../../db/tables/users.ts'

/** The only way to kiosks, and from a kiosk to people. */

/** Finds and locks one kiosk. */
export async function kioskFor(ctx: Context, id: number, permission: Permission) {
  mustBeAllowed(ctx, permission, {})
  const [kiosk] = await ctx.db.select().from(kiosks).where(eq(kiosks.id, id)).for('update')
  if (!kiosk) throw notFound(msg('There is no such kiosk'))
  return kiosk
}

const clocking = roles.filter((role) => rankOf(role) >= rankOf(permissions['clock:use'].from))

/** The people who may clock in at a kiosk: active ones of its department, if it has one. */
export const peopleAtKiosk = ({ departmentId }: Pick<Kiosk, 'departmentId'>): SQL =>
  and(
    isActivePerson,
    isOneOf(users.role, clocking),
    departmentId === null ? sql`true` : eq(users.departmentId, departmentId),
  ) as SQL

/** The kiosk at which the viewer has entered their PIN. Throws 403 elsewhere. */
export function ownKiosk({ kiosk }: Context): Kiosk {
  if (kiosk?.passBegan === undefined) throw forbidden()
  return kiosk
}
