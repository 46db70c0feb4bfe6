import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A simple load balancer. Each request and each live connection goes to the next server in turn. */
export interface Balancer {
  address: string
  /** The indexes of the servers that have answered since the last call, in order. */
  served(): number[]
  close(): void
}

/** Opens a balancer in front of these servers. It skips a server that accepts no connections. */
export async function openBalancer(servers: string[]): Promise<Balancer> {
  let turn = 0
  const served: number[] = []

  /** Passes the request to the next server, or to the one after it. */
  const forward = (
    incoming: IncomingMessage,
    begin: (onward: ClientRequest) => void,
    giveUp: () => void,
    attempts = 0,
  ) => {
    if (attempts === servers.length) return giveUp()
    const at = turn % servers.length
    turn += 1
    const { method, url, headers } = incoming
    const onward = request(`${servers[at]}${url}`, { method, headers, agent: false })
    let connected = false
    onward.once('socket', (socket) =>
      socket.once('connect', () => {
        connected = true
        served.push(at)
        begin(onward)
      }),
    )
    onward.on('error', () => (connected ? incoming.destroy() : forward(incoming, begin, giveUp, attempts + 1)))
  }

  const balancer = createServer((incoming, reply) =>
    forward(
      incoming,
      (onward) => {
        onward.on('response', (answer) => {
          reply.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(reply)
        })
        incoming.pipe(onward)
      },
      () => reply.writeHead(502).end(),
    ),
  )
  balancer.on('upgrade', (incoming, socket, head) => {
    socket.on('error', () => {})
    forward(
      incoming,
      (onward) => {
        onward.on('upgrade', (answer, inner, first) => {
          const lines = answer.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]))
          socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'))
          inner.on('error', () => {})
          inner.unshift(first)
          socket.unshift(head)
          inner.pipe(socket).pipe(inner)
          inner.on('close', () => socket.destroy())
          socket.on('close', () => inner.destroy())
        })
        onward.on('response', (answer) => {
          socket.end(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nConnection: close\r\n\r\n`)
        })
        onward.end()
      },
      () => socket.destroy(),
    )
  })
  // The servers' replies say for how long a connection may be used again. It must not end before.
  balancer.keepAliveTimeout = 0
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  return {
    address: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    served: () => served.splice(0),
    close() {
      balancer.closeAllConnections()
      balancer.close()
    },
  }
}
