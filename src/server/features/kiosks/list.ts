import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Kiosk } from '../../../shared/kiosks.ts'
import { roleMustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { pausesAt } from '../../core/owners.ts'
import { departments } from '../../db/tables/departments.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { users } from '../../db/tables/users.ts'

/** All kiosks by name. There are `MAX_KIOSKS` at most. */
export async function listKiosks(ctx: Context): Promise<Kiosk[]> {
  roleMustBeAllowed(ctx, 'kiosk:manage')
  return kiosksWhere(ctx)
}

/** The kiosk as replies carry it. */
export async function kioskWithNames(ctx: Context, id: number): Promise<Kiosk> {
  const [kiosk] = await kiosksWhere(ctx, eq(kiosks.id, id))
  if (!kiosk) throw new Error(`Kiosk ${id} is gone`)
  return kiosk
}

const takers = alias(users, 'takers')

const kiosksWhere = ({ db }: Context, condition?: SQL) =>
  db
    .select({
      id: kiosks.id,
      name: kiosks.name,
      department: { id: departments.id, name: departments.name },
      createdBy: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      // Drizzle takes an object of nulls for null, as nobody has taken most of them over.
      takenOverBy: { id: takers.id, firstName: takers.firstName, lastName: takers.lastName },
      pausesAt: sql<string | null>`${pausesAt(kiosks)}`.mapWith(kiosks.ownerLeftAt),
      pausedAt: kiosks.pausedAt,
      createdAt: kiosks.createdAt,
      lastSeenAt: kiosks.lastSeenAt,
    })
    .from(kiosks)
    .innerJoin(users, eq(users.id, kiosks.createdBy))
    .leftJoin(takers, eq(takers.id, kiosks.takenOverBy))
    .leftJoin(departments, eq(departments.id, kiosks.departmentId))
    .where(condition)
    .orderBy(asc(sql`lower(${kiosks.name})`), asc(kiosks.id))
