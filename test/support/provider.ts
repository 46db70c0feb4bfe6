import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PROVIDER_RETURN_PATH } from '../../src/shared/provider.ts'

/** The provider's facts about an account. */
export interface AccountClaims {
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  groups?: string[]
}

/** A real provider of single sign-on on this machine. It asks nobody for a password: a test says who signs in next. */
export interface TestProvider {
  issuer: string
  settings: Record<string, string>
  accounts: Map<string, AccountClaims>
  /** The next person to sign in; null turns back, undefined is the person signed in there already. */
  next: string | null | undefined
  /** When they have typed their password there, in seconds since 1970; undefined for now. */
  authTime: number | undefined
  /** Answers every request with this instead. */
  fault: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  close(): Promise<void>
}

/** Starts a provider, with the settings by which a Muster knows it. */
export async function startProvider(settings: Record<string, string> = {}): Promise<TestProvider> {
  let answer = (_request: IncomingMessage, response: ServerResponse) => void response.end()
  const server = createServer((request, response) => (test.fault ?? answer)(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, AccountClaims>()
  const test: TestProvider = {
    issuer,
    settings: {
      ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'muster', OIDC_CLIENT_SECRET: 'not-a-secret', OIDC_NAME: 'Hotel ID' },
      ...settings,
    },
    accounts,
    next: null,
    authTime: undefined,
    fault: undefined,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  answer = await providerOf(test)
  return test
}

async function providerOf(test: TestProvider) {
  // The package has no types.
  const { default: OidcProvider } = await import('oidc-provider' as string)
  const provider = new OidcProvider(test.issuer, {
    clients: [
      {
        ...{ client_id: 'muster', client_secret: 'not-a-secret' },
        // On this machine any port of it may be returned to.
        application_type: 'native',
        redirect_uris: ['127.0.0.1', 'localhost'].map((host) => `http://${host}${PROVIDER_RETURN_PATH}`),
      },
    ],
    claims: {
      ...{ openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      groups: ['groups'],
    },
    cookies: { keys: ['of a test'] },
    // In seconds. Without them the package prints notices.
    ttl: {
      ...{ AccessToken: 600, AuthorizationCode: 60, Grant: 600 },
      ...{ IdToken: 600, Interaction: 600, Session: 600 },
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...test.accounts.get(accountId) }),
    }),
    // Nobody is asked whether Muster may know them.
    async loadExistingGrant({ oidc }: { oidc: Record<string, never> }) {
      const { client, session } = oidc as unknown as { client: { clientId: string }; session: { accountId: string } }
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    const result =
      test.next === null
        ? { error: 'access_denied', error_description: '<script>alert(1)</script>' }
        : { ...(test.next && { login: { accountId: test.next, ts: test.authTime } }), consent: {} }
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
}

/**
 * Follows redirects at the provider, as a browser with cookies, until it sends back. Returns the path and query of that
 * address. With the cookies of an earlier way the provider knows who is signed in there.
 */
export async function throughProvider(address: string, cookies = new Map<string, string>()): Promise<string> {
  let next = address
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (!location) throw new Error(`The provider has answered ${reply.status}: ${await reply.text()}`)
    const { pathname, search, href } = new URL(location, next)
    if (pathname === PROVIDER_RETURN_PATH) return pathname + search
    next = href
  }
  throw new Error('The provider redirects without end')
}
