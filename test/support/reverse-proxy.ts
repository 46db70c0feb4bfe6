import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy that follows its settings, right or wrong. */
export interface ReverseProxy {
  url: string
  /** A client's X-Forwarded-For is replaced as nginx is told to, passed on as it came, or taken away. */
  forwardedFor: 'replaced' | 'passed on' | 'taken away'
  passesUpgrades: boolean
  /** Its own answer. */
  status: number | undefined
  /** A Date header instead of the server's. */
  date: Date | undefined
  close(): Promise<void>
}

export async function startReverseProxy(target: string): Promise<ReverseProxy> {
  const { hostname, port } = new URL(target)
  const headersOf = ({ 'x-forwarded-for': claimed, upgrade, connection, ...headers }: IncomingHttpHeaders) => ({
    ...headers,
    ...(proxy.forwardedFor === 'replaced' && { 'x-forwarded-for': '198.51.100.1' }),
    ...(proxy.forwardedFor === 'passed on' && { 'x-forwarded-for': claimed ?? '198.51.100.1' }),
    ...(proxy.passesUpgrades && upgrade && { upgrade, connection: connection ?? '' }),
  })
  const server = createServer((incoming, outgoing) => {
    if (proxy.status !== undefined) return outgoing.writeHead(proxy.status).end()
    const { method, url: path, headers } = incoming
    const passed = request({ hostname, port, method, path, headers: headersOf(headers) }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, {
        ...reply.headers,
        ...(proxy.date && { date: proxy.date.toUTCString() }),
      })
      reply.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.on('upgrade', (incoming, socket) => {
    // The client may be gone before the reply is: the doctor ends when it knows enough.
    socket.on('error', () => {})
    const passed = request({ hostname, port, path: incoming.url, headers: headersOf(incoming.headers) }, (reply) => {
      const headers = Object.entries(reply.headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`HTTP/1.1 ${reply.statusCode} Refused\r\n${headers.join('')}\r\n`)
      reply.pipe(socket)
    })
    passed.on('error', () => socket.destroy())
    passed.end()
  })
  // The server's replies say for how long a connection may be used again. It must not end before.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: ReverseProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardedFor: 'replaced',
    passesUpgrades: true,
    status: undefined,
    date: undefined,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
