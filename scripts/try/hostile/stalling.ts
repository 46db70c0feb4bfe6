import { setTimeout as sleep } from 'node:timers/promises'
import { metricsOf } from '../../../test/support/memory.ts'
import { counted, headOf, rawClient, statusFor } from '../../../test/support/raw-client.ts'
import { type Case, JSON_TYPE, longest, MB, openMany, unless } from './case.ts'

/** Clients that open a connection and then do little or nothing with it. */

export const slowly: Case = async ({ address, cookie }) => {
  const upload = headOf('POST', '/api/v1/sops', {
    ...{ Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 10_000 },
  })
  const json = headOf('POST', '/api/v1/tasks', { Cookie: cookie, ...JSON_TYPE, 'Content-Length': 10_000 })
  const kinds = [
    { name: 'head', count: 100, begin: 'GET / HTTP/1.1\r\nX-Slow: ' },
    { name: 'body', count: 100, begin: json },
    // The server reads four uploads of a person at a time. The others wait, and are slow only after that.
    { name: 'upload', count: 16, begin: upload },
  ]
  const report = await Promise.all(
    kinds.map(async ({ name, count, begin }) => {
      const clients = await openMany(count, () => rawClient(address))
      for (const { socket } of clients) socket.write(begin)
      const timer = setInterval(() => {
        for (const { socket } of clients) if (socket.writable) socket.write('x')
      }, 1000)
      const seconds = await Promise.race([longest(clients), sleep(150_000, Number.POSITIVE_INFINITY)])
      clearInterval(timer)
      for (const { socket } of clients) socket.destroy()
      return { name, seconds, statuses: clients.map(({ received }) => received().slice(9, 12) || 'closed') }
    }),
  )
  return {
    report: report
      .map(({ name, seconds, statuses }) => `${name}: ${counted(statuses)} within ${seconds.toFixed(0)} s`)
      .join('; '),
    faults: report.flatMap(({ name, seconds }) => unless(seconds < 120, `a slow ${name} stays open for ${seconds} s`)),
  }
}

export const idle: Case = async ({ address, sockets }) => {
  const clients = await openMany(sockets, () => rawClient(address))
  const memory = (await metricsOf(address))('process_resident_memory_bytes') / MB
  const seconds = await Promise.race([longest(clients), sleep(150_000, Number.POSITIVE_INFINITY)])
  for (const { socket } of clients) socket.destroy()
  return {
    report: `${clients.length} that send nothing: the server uses ${memory.toFixed(0)} MB; all were closed after ${seconds.toFixed(0)} s`,
    faults: unless(seconds < 130, 'idle connections stay open'),
  }
}

export const halfClosed: Case = async ({ address, cookie }) => {
  const whole = await openMany(500, () => rawClient(address, { halfOpen: true }))
  for (const { socket } of whole) socket.end(headOf('GET', '/api/v1/auth/session', { Cookie: cookie }))
  const statuses = await Promise.all(whole.map((client) => statusFor(client)))
  const half = await openMany(500, () => rawClient(address, { halfOpen: true }))
  const head = headOf('POST', '/api/v1/tasks', { Cookie: cookie, ...JSON_TYPE, 'Content-Length': 100 })
  for (const [at, { socket }] of half.entries()) socket.end(head.slice(0, at))
  const seconds = await Promise.race([longest([...whole, ...half]), sleep(100_000, Number.POSITIVE_INFINITY)])
  for (const { socket } of [...whole, ...half]) socket.destroy()
  return {
    report: `whole requests: ${counted(statuses)}; all, with 500 that break off, were closed after ${seconds.toFixed(1)} s`,
    faults: unless(seconds < 100, 'half-closed connections stay open'),
  }
}

export const deaf: Case = async ({ address, cookie }) => {
  const clients = await openMany(60, () => rawClient(address, { reads: false }))
  for (const { socket } of clients)
    socket.write(
      headOf('GET', '/assets-of-nothing', {}) + headOf('GET', '/api/docs/openapi.json', { Cookie: cookie }).repeat(200),
    )
  const startedAt = performance.now()
  let left = Number.NaN
  while (performance.now() - startedAt < 200_000) {
    await sleep(2_000)
    left = (await metricsOf(address))('nodejs_active_handles{type="Socket"}')
    if (left < 40) break
  }
  for (const { socket } of clients) socket.destroy()
  return {
    report: `60 that do not read their replies were closed after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    faults: unless(left < 40, 'clients that do not read stay open'),
  }
}
