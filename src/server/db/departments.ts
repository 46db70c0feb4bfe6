import { eq } from 'drizzle-orm'
import type { Db } from './connect/connect.ts'
import { departments } from './tables/departments.ts'

/** A department with its name; null for none. */
export async function departmentOf(db: Db, id: number | null) {
  if (id === null) return null
  const [department = null] = await db
    .select({ id: departments.id, name: departments.name })
    .from(departments)
    .where(eq(departments.id, id))
  return department
}
