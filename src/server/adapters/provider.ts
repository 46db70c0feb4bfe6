import type { Configuration, CustomFetch } from 'openid-client'
import type { ProviderConfig } from '../base/config.ts'
import { isLoopbackName } from '../base/loopback.ts'
import { type Claims, claimsFrom } from './provider-claims.ts'

/**
 * The provider of single sign-on, by OpenID Connect: the code flow with PKCE, state and nonce. It is asked when
 * somebody signs in, never at the start, so that Muster runs without it. Requests go to the addresses that the
 * provider's own document names, and to no other; over https, except on this machine.
 */

/** For one request to the provider, in seconds. A sign-in makes four at most. */
const TIMEOUT_SECONDS = 6
/** How long the provider's document of its addresses counts. An unknown key makes Muster read the keys again. */
const DISCOVERY_TTL_MS = 3600_000
/**
 * In seconds. A sign-in there may be as old as that, for a sign-in here: 90 days, as a session lives. A provider that
 * is asked for a limit says when the person has signed in (`auth_time`); without, it need not.
 */
const MAX_SIGN_IN_AGE = 90 * 24 * 3600
const MAX_REPLY_BYTES = 1_048_576

/** The values that an answer must match. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
  /** The address to which the provider sends people back. */
  returnTo: string
}

export interface Provider {
  name: string
  /** The browser's address and the answer's checks. `isProof` asks for a new sign-in. Throws `ProviderError`. */
  begin(returnTo: string, options: { isProof: boolean }): Promise<{ address: string; checks: Checks }>
  /** The person with this answer. Throws `ProviderError`. */
  complete(answer: URLSearchParams, checks: Checks): Promise<Claims>
}

/** Why a sign-in at the provider has come to nothing. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  /** `away`: it does not answer. `cancelled`: the person turned back. `failed`: its answer is wrong. */
  readonly reason: 'away' | 'cancelled' | 'failed'

  constructor(reason: ProviderError['reason'], cause?: unknown) {
    super(`Single sign-on: ${reason}`, { cause })
    this.reason = reason
  }
}

/** The provider's errors when the person has not signed in there (RFC 6749, OpenID Connect Core). */
const CANCELLED = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])

// It takes a while to load, so it is loaded with the first sign-in.
const load = () => import('openid-client')

/** Opens the way to the provider; null without `OIDC_ISSUER`. It sends nothing yet. */
export function openProvider({ provider: config }: { provider: ProviderConfig | undefined }): Provider | null {
  if (!config) return null
  const discovered = discoveryOf(config)

  return {
    name: config.name,
    begin: (returnTo, { isProof }) =>
      withReason(async () => {
        const [oidc, server] = [await load(), await discovered()]
        const checks = {
          ...{ state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() },
          returnTo,
        }
        const address = oidc.buildAuthorizationUrl(server, {
          ...{ redirect_uri: returnTo, scope: scopeOf(config, server), state: checks.state, nonce: checks.nonce },
          ...{
            code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
            code_challenge_method: 'S256',
          },
          ...(isProof ? { max_age: '0', prompt: 'login' } : { max_age: String(MAX_SIGN_IN_AGE) }),
        })
        mustBeSafe(config, address)
        return { address: address.href, checks }
      }),
    complete: (answer, { state, nonce, verifier, returnTo }) =>
      withReason(async () => {
        const error = answer.get('error')
        if (error !== null) throw new ProviderError(CANCELLED.has(error) ? 'cancelled' : 'failed', error.slice(0, 100))
        const [oidc, server] = [await load(), await discovered()]
        const tokens = await oidc.authorizationCodeGrant(server, new URL(`${returnTo}?${answer}`), {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        })
        const idToken = tokens.claims()
        if (!idToken) throw new ProviderError('failed', 'no ID token')
        const more = async () =>
          server.serverMetadata().userinfo_endpoint
            ? await oidc.fetchUserInfo(server, tokens.access_token, idToken.sub)
            : {}
        return claimsFrom(config, idToken, more)
      }),
  }
}

/** Turns every failure into a `ProviderError`: no answer of the provider is a fault of Muster. */
async function withReason<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(isAway(error) ? 'away' : 'failed', error)
  }
}

/** Whether nobody has answered, or with an error of a server. */
function isAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { name, code, message } = cause as NodeJS.ErrnoException
    if (/^(TimeoutError|AbortError)$/.test(name) || code === 'OAUTH_TIMEOUT' || message === 'fetch failed') return true
    if (cause.cause instanceof Response) return cause.cause.status >= 500
  }
  return false
}

/** Reads the provider's document of its addresses, once an hour. A failure is not kept. */
function discoveryOf(config: ProviderConfig): () => Promise<Configuration> {
  let known: { until: number; server: Promise<Configuration> } | undefined
  return () => {
    if (known && known.until > Date.now()) return known.server
    const mine = { until: Date.now() + DISCOVERY_TTL_MS, server: discover(config) }
    known = mine
    mine.server.catch(() => {
      if (known === mine) known = undefined
    })
    return mine.server
  }
}

async function discover(config: ProviderConfig) {
  const oidc = await load()
  const { issuer, clientId, clientSecret } = config
  const isLocal = isLoopbackName(new URL(issuer).hostname)
  const [basic, post] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)]
  const asked = oidc.discovery(
    new URL(issuer),
    clientId,
    {},
    (server, ...rest) => {
      // A provider that names no methods accepts this one, by the specification.
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
    },
    {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: (url, options) => fetchSafely(config, url, options),
      // The signature of an ID token is checked too, not only whence it came.
      execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
    },
  )
  const server = await asked.catch((error) => {
    const named = otherIssuer(error)
    throw named === undefined ? error : calledOtherwise(named)
  })
  // The package lets an address of Microsoft stand for every organisation there. Muster knows the people of one.
  const named = server.serverMetadata().issuer
  if (new URL(named).href !== new URL(issuer).href) throw calledOtherwise(named)
  return server
}

const calledOtherwise = (named: string) =>
  new ProviderError('failed', `the provider calls itself ${named.slice(0, 200)}`)

/** The name in a document that the package refuses because of it. */
function otherIssuer(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { attribute, body } = (cause.cause ?? {}) as { attribute?: unknown; body?: { issuer?: unknown } }
    if (attribute === 'issuer' && typeof body?.issuer === 'string') return body.issuer
  }
  return undefined
}

/** Throws for an address without https, unless the provider and the address are on this machine. */
function mustBeSafe({ issuer }: ProviderConfig, { protocol, hostname }: URL) {
  if (protocol === 'https:') return
  const isLocal = [hostname, new URL(issuer).hostname].every(isLoopbackName)
  if (protocol !== 'http:' || !isLocal) throw new ProviderError('failed', `not over https: ${hostname}`)
}

/** Fetches without following redirects, and no more than a provider has to say. */
async function fetchSafely(config: ProviderConfig, url: string, options: Parameters<CustomFetch>[1]) {
  mustBeSafe(config, new URL(url))
  const reply = await fetch(url, options as RequestInit)
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of reply.body ?? []) {
    size += piece.length
    if (size > MAX_REPLY_BYTES) throw new ProviderError('failed', `more than ${MAX_REPLY_BYTES} bytes`)
    pieces.push(piece)
  }
  const { status, headers } = reply
  return new Response(size > 0 ? Buffer.concat(pieces) : null, { status, headers })
}

/** Asks for groups in the way of providers that have a scope for them. */
function scopeOf({ groups }: ProviderConfig, server: Configuration) {
  const hasScope = server.serverMetadata().scopes_supported?.includes('groups')
  return `openid email profile${groups && hasScope ? ' groups' : ''}`
}
