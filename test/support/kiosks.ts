import { pins } from '../../src/server/db/tables/pin.ts'
import { type KioskPerson, kioskApi, kiosksApi, type Pass } from '../../src/shared/kiosks.ts'
import { cheapHash } from './cheap-hash.ts'
import { putPerson } from './people.ts'
import type { Browser, TestApp } from './test-app.ts'

export const PIN = '417283'
export const WRONG_PIN = '902817'

let made = 0

/** Makes a browser a kiosk, as an administrator who signs in there for it. */
export async function putKiosk(muster: TestApp, { departmentId = null }: { departmentId?: number | null } = {}) {
  made += 1
  const tablet = await muster.signIn((await putPerson(muster.services, { role: 'admin' })).email)
  const kiosk = await tablet.call(kiosksApi.create, { body: { name: `Staff door ${made}`, departmentId } })
  return { tablet, kiosk }
}

/** Gives a person a PIN as it is, without asking for a proof. */
export async function putPin({ services }: TestApp, userId: string, pin = PIN) {
  const pinHash = await cheapHash(pin)
  const set = { pinHash, createdAt: new Date().toISOString() }
  await services.database.orm
    .insert(pins)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: pins.userId, set })
}

/** Enters a PIN at a kiosk. */
export const enter = (tablet: Browser, userId: string, pin = PIN): Promise<Pass> =>
  tablet.call(kioskApi.enter, { body: { userId, pin } })

/** The header by which a call is made with a pass. */
export const withPass = (pass: Pick<Pass, 'pass'>) => ({ authorization: `Bearer ${pass.pass}` })

/** The person as a kiosk lists them. */
export async function listed(tablet: Browser, userId: string): Promise<KioskPerson | undefined> {
  const { people } = await tablet.call(kioskApi.read, { query: {} })
  return people.find(({ id }) => id === userId)
}
