// Two people work on one task at once, each as fast as the built server answers: both write comments and tick steps,
// and one edits the task. No acknowledged write may be lost, and nobody may be refused because of the other.
//
//   npm run build && npm run try -- together [seconds, 60]
//
// It ends with 0 and the counts, or with 1 and the losses.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authApi } from '../../src/shared/auth.ts'
import { departmentsApi } from '../../src/shared/departments.ts'
import { usersApi } from '../../src/shared/users.ts'
import { callEndpoint, type Transport } from '../../src/web/api/call-endpoint.ts'
import { cookiesOf } from '../../test/support/cookies.ts'
import { BUILT, startServer } from '../../test/support/server-process.ts'
import type { Browser } from '../../test/support/test-app.ts'
import { isWhole, workTogether } from '../../test/support/work-together.ts'

const seconds = Number(process.argv[2] ?? 60)
const ADMIN = { email: 'together@hotel.example', password: 'two at one task' }
const SECOND = { email: 'second@hotel.example', password: ADMIN.password }

const dataDir = mkdtempSync(join(tmpdir(), 'muster-together-'))
const { child, ready, ended } = startServer(
  { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, TIME_ZONE: 'UTC' },
  BUILT,
)

async function signIn(address: string, account: typeof ADMIN): Promise<Pick<Browser, 'call'>> {
  let cookie = ''
  const transport: Transport = async ({ method, url, headers, body }) => {
    const reply = await fetch(`${address}${url}`, { method, headers: { ...headers, cookie }, body })
    const cookies = cookiesOf(reply.headers.getSetCookie())
    if (cookies) cookie = cookies
    return { status: reply.status, statusText: reply.statusText, text: await reply.text() }
  }
  await callEndpoint(transport, authApi.login, { body: account })
  return { call: (endpoint, args, headers) => callEndpoint(transport, endpoint, args, headers) }
}

try {
  const address = await ready
  const admin = await signIn(address, ADMIN)
  const { id: departmentId } = await admin.call(departmentsApi.create, { body: { name: 'Banquets' } })
  const names = { firstName: 'Second', lastName: 'Pair' }
  await admin.call(usersApi.create, { body: { ...SECOND, ...names, role: 'manager', departmentId } })
  const second = await signIn(address, SECOND)
  const until = Date.now() + seconds * 1000
  const report = await workTogether(admin, second, { departmentId, goesOn: () => Date.now() < until })
  console.log(report)
  if (!isWhole(report)) throw new Error('Something was lost or refused')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  child.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
