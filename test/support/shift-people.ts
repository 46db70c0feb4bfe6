import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { cheapHash } from './cheap-hash.ts'
import { HOUR, type SimulatedPerson } from './shift-week.ts'

/** The people of the simulated week, in the database. */

export const DEPARTMENTS = 3
export const PASSWORD = 'early, late and night'
const DAY = 24 * HOUR

export function newCookie() {
  const value = randomBytes(32).toString('base64url')
  return { cookie: `muster.sid=${value}`, sid: createHash('sha256').update(value).digest('hex') }
}

/**
 * Three departments with two managers each, whose people have clocked in the week before; in the first is one more, who
 * leaves. The administrator belongs to none of them.
 *
 * @param from when the week begins
 */
export async function putPeople(database: pg.Client, size: number, from: number) {
  const hash = await cheapHash(PASSWORD)
  const put = async (departmentId: number | null, person: Omit<SimulatedPerson, 'id' | 'cookie'>) => {
    const { name, role, notify, department, at } = person
    const { cookie, sid } = newCookie()
    const id = uuidv7(new Date())
    const lastName = `${department} ${at}`
    await database.query(
      `insert into users (id, email, password_hash, first_name, last_name, folded_name, role, department_id, notify)
       values ($1, $2, $3, 'Person', $4, $5, $6, $7, $8)`,
      [id, `${name}@hotel.example`, hash, lastName, `person ${lastName}`, role, departmentId, notify],
    )
    await database.query('insert into sessions (sid, sess, expire, user_id) values ($1, $2, $3, $4)', [
      ...[sid, { ipAddress: '127.0.0.1', userAgent: null, signedInAt: iso(from - 2 * HOUR) }],
      ...[iso(from + 13 * DAY), id],
    ])
    if (departmentId !== null)
      await database.query(
        `insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
         values ($1, $2, $3, $4, 480, 'completed')`,
        [id, departmentId, iso(from - 3 * DAY), iso(from - 3 * DAY + 8 * HOUR)],
      )
    return { ...person, id, cookie }
  }
  const departments: number[] = []
  const people: SimulatedPerson[] = []
  for (const [department, name] of ['Housekeeping', 'Front Desk', 'Maintenance'].entries()) {
    const { rows } = await database.query('insert into departments (name, folded_name) values ($1, $2) returning id', [
      ...[name, name.toLowerCase()],
    ])
    departments.push(rows[0].id)
    for (let at = 0; at < size + Number(department === 0); at += 1)
      people.push(
        await put(rows[0].id, {
          ...{ name: `person-${department}-${at}`, at, department, role: at < 2 ? 'manager' : 'user' },
          ...{ notify: at === 1 ? 'on_duty' : at % 9 === 5 ? 'always' : null },
          ...{ isAway: at === size - 1, leaves: at === size },
        }),
      )
  }
  const admin = await put(null, {
    ...{ name: 'administrator', at: 0, department: -1, role: 'admin' },
    ...{ notify: 'on_duty', isAway: true, leaves: false },
  })
  return { people, admin, departments }
}

const iso = (time: number) => new Date(time).toISOString()
