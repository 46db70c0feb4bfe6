import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { pdfOf } from '../../../../test/support/pdfs.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const muster = useTestApp()
const MB = 1024 * 1024

test('a server that is closed during a reply is closed as soon as the reply is over, though its connection was kept alive', async () => {
  const size = 16 * MB
  const content = Buffer.concat([pdfOf({ pages: ['Folding towels'] }), Buffer.alloc(size, '\n')])
  const { id } = await putSop(muster, { content })
  const { cookie } = await muster.as('gita')
  const other = await muster.another()
  const socket = connect(Number(new URL(other.address).port), '127.0.0.1')
  socket.write(`GET /api/v1/sops/${id}/file HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`)
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: keep-alive/is)
  socket.pause()
  const closing = other.app.close()
  await expect.poll(() => other.app.server.listening).toBe(false)
  let received = head.length
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.resume()
  await Promise.all([once(socket, 'close'), closing])
  expect(received).toBeGreaterThan(size)
})
