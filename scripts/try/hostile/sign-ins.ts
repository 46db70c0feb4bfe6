import { counted, headOf, rawClient, statusFor } from '../../../test/support/raw-client.ts'
import { type Case, expectOnly, JSON_TYPE, openMany, unless } from './case.ts'

/** Sends sign-ins all at once, and reports their statuses and the slowest. One in ten has the right password. */
async function signIns(address: string, count: number, addressOf: (at: number) => string) {
  const clients = await openMany(count, () => rawClient(address))
  const replies = await Promise.all(
    clients.map(async (client, at) => {
      const isRight = at % 10 === 0
      const email = isRight ? 'user@muster.example' : `flood${at % 700}@muster.example`
      const body = JSON.stringify({ email, password: isRight ? 'muster-demo' : `wrong ${at}` })
      const headers = { ...JSON_TYPE, 'X-Forwarded-For': addressOf(at), 'Content-Length': Buffer.byteLength(body) }
      const startedAt = performance.now()
      client.socket.write(headOf('POST', '/api/v1/auth/login', headers) + body)
      const status = await statusFor(client, 120)
      client.socket.destroy()
      return { status, took: performance.now() - startedAt }
    }),
  )
  const statuses = replies.map(({ status }) => status)
  const slowest = Math.max(...replies.map(({ took }) => took)) / 1000
  return {
    report: `${counted(statuses)}, the last after ${slowest.toFixed(1)} s`,
    faults: [
      ...expectOnly(statuses, ['200', '401', '429', '503']),
      ...unless(slowest < 20, 'some sign-ins wait too long'),
    ],
  }
}

export const floodFromOne: Case = ({ address }) => signIns(address, 2000, () => '198.51.100.7')
export const floodFromMany: Case = ({ address }) => signIns(address, 2000, (at) => `198.18.${at >> 8}.${at & 255}`)
