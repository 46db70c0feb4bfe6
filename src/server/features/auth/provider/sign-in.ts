import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ProviderNotice } from '../../../../shared/provider.ts'
import type { Claims } from '../../../adapters/provider-claims.ts'
import { ruleFor } from '../../../base/group-rules.ts'
import { uuidv7 } from '../../../base/uuid.ts'
import { inTransaction, type OpenContext } from '../../../core/context.ts'
import { foldedName } from '../../../core/people/folded-name.ts'
import { auditApart, auditLimited } from '../../../core/write/audit.ts'
import { insert } from '../../../core/write/write.ts'
import { knownAs, type ProviderSignIn } from '../../../credentials/identities.ts'
import { personOfInvitation } from '../../../credentials/invitations.ts'
import { secondStepsOf } from '../../../credentials/second-step.ts'
import { byEmail, hasSignInName } from '../../../credentials/sign-in-name.ts'
import { askForStep } from '../../../credentials/sign-in-steps.ts'
import { users } from '../../../db/tables/users.ts'
import { type Account, readAccounts } from '../accounts.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { departmentIdOf } from './department.ts'
import { mayJoinByEmail } from './join.ts'

/** The next step of the person, or the reason why they are refused. Without either they are signed in. */
export interface Next {
  notice?: ProviderNotice
  isSetupOpen?: true
}

/**
 * Signs in the person named by the provider. A person who came before is known by the provider's own name for them. For
 * a person without an account one is made if `OIDC_GROUPS` has a role for them. Everybody else is asked for the
 * password of the account with their e-mail address, whether there is one or not: an address, verified or not, opens no
 * existing account, unless `OIDC_LINK_BY_EMAIL` says so.
 */
export async function signInByProvider(ctx: OpenContext, claims: Claims): Promise<Next> {
  const provider = providerSignIn(ctx, claims)
  const { authTime } = claims
  const known = await knownAs(ctx, claims)
  if (known && known.deletedAt === null)
    return begin(ctx, await accountOf(ctx, eq(users.id, known.id)), provider, authTime)
  const { email } = claims
  if (email === null) return refuse(ctx, 'no-email')
  if (claims.isEmailVerified) {
    const account = await accountOf(ctx, hasSignInName(byEmail(email)))
    if (account && (await mayJoinByEmail(ctx, account.user, claims.issuer)))
      return begin(ctx, account, { ...provider, joinedBy: 'email' }, authTime)
    if (!account && provider.grant && !known && !(await wasDeleted(ctx, email))) {
      const created = await createByProvider(ctx, claims, provider.grant)
      return begin(ctx, await accountOf(ctx, eq(users.id, created)), { ...provider, joinedBy: 'creation' }, authTime)
    }
  }
  const data = { email, provider: { ...provider, joinedBy: 'password' as const } }
  await askForStep(ctx, 'provider-password', { userId: null, data })
  return { notice: 'password' }
}

/**
 * Signs in the person invited by a link, and links the account that they have at the provider.
 *
 * @param invitation the hash of the link's token
 */
export async function signInByInvitation(ctx: OpenContext, claims: Claims, invitation: string): Promise<Next> {
  const person = await personOfInvitation(ctx, invitation)
  if (!person) return { notice: 'over' }
  const provider = { ...providerSignIn(ctx, claims), joinedBy: { invitation } }
  return begin(ctx, await accountOf(ctx, eq(users.id, person.id)), provider, claims.authTime)
}

function providerSignIn({ services: { config } }: OpenContext, { issuer, subject, groups }: Claims): ProviderSignIn {
  const rule = ruleFor(config.provider?.groups ?? [], groups)
  return { issuer, subject, grant: rule ? { role: rule.role, department: rule.department } : null }
}

async function accountOf(ctx: OpenContext, condition: ReturnType<typeof and>): Promise<Account | undefined> {
  const [account] = await readAccounts(ctx).where(condition)
  return account
}

/** Begins the session, or asks for the person's second step here, even if they gave one at the provider. */
async function begin(
  ctx: OpenContext,
  account: Account | undefined,
  provider: ProviderSignIn,
  authTime: Claims['authTime'],
): Promise<Next> {
  if (!account?.user.isActive || account.user.deletedAt) return refuse(ctx, 'closed', account?.user.id)
  const { id: userId } = account.user
  const secondSteps = await secondStepsOf(ctx, userId)
  if (secondSteps.length > 0) {
    await inTransaction(ctx, (tx) => askForStep(tx, 'second-step', { userId, data: { provider } }))
    return { notice: secondSteps.join('-') as ProviderNotice }
  }
  const rest = { finish: async () => {}, provider, provedAt: provedAt(ctx, authTime) }
  const viewer = await completeSignIn(ctx, account, { hasSecondStep: false, ...rest })
  return viewer.setupOpen ? { isSetupOpen: true } : {}
}

/**
 * When the person last proved who they are: the time of their sign-in at the provider, because an older session there
 * proves nothing now. If the provider does not tell the time, they have never proved it.
 */
const provedAt = ({ now }: OpenContext, authTime: Claims['authTime']) =>
  new Date(Math.max(0, Math.min((authTime ?? 0) * 1000, now.getTime()))).toISOString()

/** Refuses, and logs it. Those without an account share one limit. */
async function refuse(ctx: OpenContext, notice: ProviderNotice, userId?: string): Promise<Next> {
  await auditApart(ctx, (tx) =>
    auditLimited(tx, 'session-refusal', userId ?? 'strangers', {
      ...{ action: 'session.refuse-provider', resourceType: 'session', resourceId: null, userId },
      details: {},
    }),
  )
  return { notice }
}

/** Whether an account with this address was deleted here. That was a decision, so it is not made again by itself. */
async function wasDeleted({ db }: OpenContext, email: string): Promise<boolean> {
  const isDeleted = and(eq(sql`lower(${users.email})`, email), isNotNull(users.deletedAt))
  const [deleted] = await db.select({ id: users.id }).from(users).where(isDeleted).limit(1)
  return deleted !== undefined
}

/** Makes the account of somebody whose group has a role here, without a password. Returns its id. */
async function createByProvider(
  ctx: OpenContext,
  { email, firstName, lastName }: Claims,
  { role, department }: NonNullable<ProviderSignIn['grant']>,
): Promise<string> {
  const { id } = await inTransaction(ctx, async (tx) => {
    const departmentId = await departmentIdOf(tx, department)
    const name = { firstName, lastName, foldedName: foldedName({ firstName, lastName }) }
    const values = { id: uuidv7(tx.now), email: email ?? '', ...name, role, departmentId }
    return insert(tx, users, values, 'create-by-provider')
  })
  return id
}
