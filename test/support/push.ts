import type { Services } from '../../src/server/core/context.ts'
import { pushSubscriptions } from '../../src/server/db/tables/push.ts'
import { sessions } from '../../src/server/db/tables/sessions.ts'
import { pushApi } from '../../src/shared/push.ts'
import { finishJobs } from './jobs.ts'
import { emailOf, type PersonName } from './people.ts'
import type { PushBrowser, PushService } from './push-service.ts'
import type { Browser, TestApp } from './test-app.ts'

/** A new browser of a person, which is told by this push service. */
export async function tellDevice(muster: TestApp, name: PersonName, service: PushService) {
  const session = await muster.signIn(emailOf(name))
  const device: PushBrowser & { session: Browser; id: number } = Object.assign(service.browser(), { session, id: 0 })
  device.id = (await session.call(pushApi.subscribe, { body: device.subscription })).id
  return device
}

/** Keys that a browser could have made. */
export const someKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

let devices = 0

/** Inserts a device of a person, in a sign-in session of its own. */
export async function putDevice({ services, fixtures }: TestApp, name: PersonName) {
  devices += 1
  const { orm } = services.database
  const { id: userId } = fixtures.people[name]
  const sid = `device-${devices}`
  const expire = new Date(Date.now() + 86_400_000).toISOString()
  const sess = { ipAddress: '::1', userAgent: null, signedInAt: new Date().toISOString() }
  await orm.insert(sessions).values({ sid, userId, expire, sess })
  const endpoint = `https://fcm.googleapis.com/fcm/send/${devices}`
  const values = { userId, sessionId: sid, endpoint, ...someKeys }
  const [row] = await orm.insert(pushSubscriptions).values(values).returning({ id: pushSubscriptions.id })
  return { id: row?.id }
}

/** Tries all pushes now that wait for their time, and runs every other job that is due. */
export async function finishPushes(services: Services) {
  await services.database.pool.query(`update jobs set run_at = now() where kind like 'push%'`)
  await finishJobs(services)
}
