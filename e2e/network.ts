import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

/** A proxy to the tests' Muster that a test can break. */
export interface Network {
  url: string
  /** While true, every connection breaks at once. */
  down: boolean
  /** For these requests only the reply is lost: they reach the server, which does what they ask. */
  losesReply: (request: IncomingMessage) => boolean
  /** These requests wait until it is fulfilled. */
  holds: ((request: IncomingMessage) => Promise<void> | undefined) | undefined
  /** Changes the server's page, as if the server had another build. */
  rewrite: ((html: string) => string) | undefined
  close: () => Promise<void>
}

export async function openNetwork(): Promise<Network> {
  const { hostname, port } = new URL(process.env.MUSTER_URL ?? '')
  const server = createServer(async (request, response) => {
    await network.holds?.(request)
    if (network.down) return void request.socket.destroy()
    const { method, url, headers } = request
    const plain = network.rewrite ? { 'accept-encoding': 'identity' } : {}
    const forwarded = forward(
      { hostname, port, method, path: url, headers: { ...headers, ...plain } },
      async (reply) => {
        const body = Buffer.concat(await reply.toArray())
        if (network.down || network.losesReply(request)) return request.socket.destroy()
        const isPage = reply.headers['content-type']?.startsWith('text/html')
        const sent = isPage && network.rewrite ? Buffer.from(network.rewrite(String(body))) : body
        response.writeHead(reply.statusCode ?? 500, { ...reply.headers, 'content-length': sent.length })
        response.end(sent)
      },
    )
    forwarded.on('error', () => request.socket.destroy())
    request.pipe(forwarded)
  })
  // The server's replies say for how long a connection may be used again. It must not end before.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const network: Network = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    down: false,
    losesReply: () => false,
    holds: undefined,
    rewrite: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return network
}

/** Waits until the service worker has cached the build and controls this page. */
export const installed = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
