import { email as emailRule, personName } from '../../shared/fields.ts'
import type { ProviderConfig } from '../base/config.ts'

/** A person's identity, as the provider says. Each value has the shape of its column. */
export interface Claims {
  issuer: string
  subject: string
  /** In lower case; null if the provider names none, or none that Muster could write to. */
  email: string | null
  /** Whether the provider says that this is the person's own address. */
  isEmailVerified: boolean
  firstName: string
  lastName: string
  groups: string[]
  /** When the person last signed in at the provider, in seconds since 1970; null if it does not say. */
  authTime: number | null
}

/** ASCII, by OpenID Connect Core. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/
const MAX_ISSUER = 500
const MAX_GROUPS = 2_000
const MAX_GROUP = 200

type Said = Record<string, unknown>

/**
 * Reads an ID token. `more` asks for the e-mail address, the name and the groups that the token lacks. Throws an
 * `Error` for a subject that cannot be kept.
 */
export async function claimsFrom(
  { groups, groupsClaim }: Pick<ProviderConfig, 'groups' | 'groupsClaim'>,
  idToken: { iss: string; sub: string } & Said,
  more: () => Promise<Said>,
): Promise<Claims> {
  const { iss: issuer, sub: subject } = idToken
  if (!SUBJECT.test(subject) || issuer.length > MAX_ISSUER) throw new Error('The subject or the issuer is too long')
  const isComplete =
    idToken.email !== undefined && hasName(idToken) && (groups === undefined || idToken[groupsClaim] !== undefined)
  const other = isComplete ? {} : await more()
  // The address and its proof come from the same place, so that the proof is about this address.
  const { email, email_verified } = idToken.email === undefined ? other : idToken
  const address = emailRule.safeParse(email)
  return {
    issuer,
    subject,
    email: address.success ? address.data.toLowerCase() : null,
    isEmailVerified: email_verified === true,
    ...nameFrom(hasName(idToken) ? idToken : other, address.success ? address.data : subject),
    groups: groupsFrom(idToken[groupsClaim] ?? other[groupsClaim]),
    authTime: typeof idToken.auth_time === 'number' ? idToken.auth_time : null,
  }
}

const hasName = ({ given_name, name }: Said) => given_name !== undefined || name !== undefined

const nameRule = personName('missing')

/** The parts of a name. Muster needs both, so a missing one is made of the address. */
function nameFrom({ given_name, family_name, name }: Said, address: string) {
  const words = typeof name === 'string' ? name.trim().split(/\s+/) : []
  const [local = address] = address.split('@')
  const pick = (...values: unknown[]) => {
    const found = values.map((value) => nameRule.safeParse(value)).find(({ success }) => success)
    return found?.success ? found.data : '–'
  }
  const first = pick(given_name, words.slice(0, -1).join(' ') || words[0], local.slice(0, 100))
  return { firstName: first, lastName: pick(family_name, words.length > 1 ? words.at(-1) : undefined) }
}

/** A claim with one group, or several. */
function groupsFrom(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim]
  return list
    .filter((group): group is string => typeof group === 'string' && group.length <= MAX_GROUP)
    .slice(0, MAX_GROUPS)
}
