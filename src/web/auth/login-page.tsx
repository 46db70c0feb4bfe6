import { useNavigate } from '@tanstack/react-router'
import { BookOpen, ChartColumn, type LucideIcon, SquareCheckBig } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Viewer } from '../../shared/auth.ts'
import { organisationApi } from '../../shared/organisation.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { deployment } from '../api/deployment.ts'
import { useReply } from '../api/queries.ts'
import { resetViewer, setViewer, useSession } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Mark } from '../ui/mark.tsx'
import { useTitle } from '../ui/title.ts'
import { beginsWithToday } from './begins-with-today.ts'
import { AuthCard } from './card.tsx'
import { ForgotCard } from './forgot-card.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { VisitorLanguageSelect } from './language-select.tsx'
import { passwordLink } from './password-link.ts'
import { ResetCard } from './reset-card.tsx'
import { SampleAccounts } from './sample-accounts.tsx'
import type { NameField } from './sign-in.ts'
import { SignInForm } from './sign-in-form.tsx'

const ProviderCard = lazyPart(() => import('./provider/provider-card.tsx'), 'ProviderCard')

const features: [LucideIcon, Message][] = [
  [SquareCheckBig, msg('Tasks')],
  [BookOpen, msg('SOPs')],
  [ChartColumn, msg('Analytics')],
]

/** The sign-in screen at every address. The address stays, and its screen opens after the sign-in. */
export function LoginPage() {
  const i18n = useI18n()
  const promise = i18n.t(PROMISE)
  useTitle(i18n.t('Sign in'))
  useClearedDevice()
  return (
    <div className="relative grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <header className="relative overflow-hidden bg-brand -mx-(--notch) px-[calc(1rem+var(--notch))] pt-7 pb-8 text-on-brand max-[17rem]:pt-16 sm:px-[calc(2rem+var(--notch))] lg:mx-0 lg:row-span-2 lg:flex lg:flex-col lg:justify-between lg:p-12 xl:p-16 min-[120rem]:p-24">
        <Columns />
        <h1 className="relative flex items-center gap-3 font-semibold text-2xl tracking-[-0.015em]">
          <Mark className="size-7" />
          {/* untranslated: the product's name */}
          Muster
        </h1>
        <div className="relative mt-5 max-w-md lg:mt-0 min-[120rem]:max-w-xl">
          <p className="text-balance font-semibold text-3xl tracking-[-0.02em] lg:text-[2.625rem] lg:leading-[1.1] min-[120rem]:text-[3.5rem]">
            {i18n.t("Streamline Your Team's Workflow")}
          </p>
          <p className="mt-5 hidden text-pretty text-lg text-on-brand/80 lg:block">{promise}</p>
        </div>
        <Features className="relative hidden lg:flex" />
      </header>
      <main className="flex flex-col px-4 py-8 sm:px-8 lg:row-span-2">
        <VisitorLanguageSelect className="absolute inset-e-2 top-5.5 z-10 text-on-brand sm:inset-e-6 lg:top-6 lg:text-muted" />
        <div className="m-auto w-full max-w-100">
          <OrganisationName />
          <LoginCard />
        </div>
        <section aria-label={i18n.t('About Muster')} className="mx-auto mt-10 w-full max-w-100 lg:hidden">
          <p className="text-pretty text-muted">{promise}</p>
          <Features className="mt-4 flex" />
        </section>
        <footer className="mt-8 text-center text-muted text-sm">{i18n.t('Built by the Muster team')}</footer>
      </main>
    </div>
  )
}

/** While nobody is signed in, the device shows no notifications: they were for somebody whose session has ended. */
function useClearedDevice() {
  const isNobody = useSession().data === null
  useEffect(() => {
    if (!isNobody || !navigator.serviceWorker?.controller) return
    void import('../api/push-device.ts').then(({ clearDevice }) => clearDevice()).catch(() => undefined)
  }, [isNobody])
}

const PROMISE = msg(
  'Comprehensive task management with SOPs, time tracking, and analytics built for professional teams',
)

/** Columns of cards as a faint background picture. */
const Columns = () => (
  <svg
    viewBox="0 0 300 400"
    aria-hidden="true"
    className="-inset-e-[14%] absolute bottom-[-12%] hidden h-[84%] text-on-brand [mask-image:linear-gradient(calc(90deg*var(--dir)),transparent_25%,black_80%)] lg:block"
  >
    {[0, 1, 2].map((column) => (
      <g key={column} transform={`translate(${column * 104} ${column === 1 ? 96 : 0})`} fill="currentColor">
        <rect width="92" height="420" rx="14" opacity="0.04" />
        {[0, 1, 2, 3].map((card) => (
          <g key={card} transform={`translate(8 ${8 + card * 74})`}>
            <rect width="76" height="66" rx="9" opacity="0.05" />
            <rect x="10" y="13" width={46 - ((card * 7 + column * 11) % 20)} height="5" rx="2.5" opacity="0.1" />
            <rect x="10" y="25" width={56 - ((card * 13 + column * 5) % 26)} height="5" rx="2.5" opacity="0.07" />
            <circle cx="62" cy="52" r="6" opacity="0.1" />
          </g>
        ))}
      </g>
    ))}
  </svg>
)

function Features({ className }: { className: string }) {
  const i18n = useI18n()
  return (
    <ul className={cx('flex-wrap gap-x-6 gap-y-3', className)}>
      {features.map(([Icon, label]) => (
        <li key={label.id} className="flex items-center gap-2.5 font-medium">
          <span className="grid size-8 place-items-center rounded-control bg-current/10">
            <Icon aria-hidden="true" className="size-4" />
          </span>
          {i18n.t(label)}
        </li>
      ))}
    </ul>
  )
}

/**
 * After a sign-in the guide opens by itself, while it waits for this person and no link leads elsewhere. Phones begin
 * with Today, unless their person has chosen the dashboard.
 */
function useSignedIn() {
  const navigate = useNavigate()
  return async (viewer: Viewer) => {
    if (viewer.setupOpen && HOME.includes(location.pathname)) await navigate({ to: '/setup', replace: true })
    else if (beginsWithToday() && viewer.startScreen !== 'dashboard') await navigate({ to: '/today', replace: true })
    await setViewer(viewer)
  }
}
const HOME = ['/', '/login', '/dashboard']

/** The name of the organisation. Its room is there before it has arrived. */
function OrganisationName() {
  const name = useReply(organisationApi.get, {}).data?.name
  return (
    <p
      dir="auto"
      className="mb-2 line-clamp-2 min-h-6 text-balance px-1 text-center font-semibold text-muted wrap-anywhere"
    >
      {name}
    </p>
  )
}

/** The field to focus first. None on touch screens, where the keyboard would cover half the screen. */
const firstFocus = matchMedia('(pointer: fine)').matches ? 'email' : undefined

function LoginCard() {
  const i18n = useI18n()
  const session = useSession()
  const link = passwordLink.use()
  const signedIn = useSignedIn()
  const [forgotten, setForgotten] = useState(false)
  const [field, setField] = useState<NameField>('email')
  const [filled, setFilled] = useState({ email: '', password: '' })
  const leaveReset = (next: 'sign in' | 'ask again') => {
    setForgotten(next === 'ask again')
    passwordLink.set(undefined)
    // The new password may have ended the session of the person who is signed in here.
    if (session.data) void resetViewer()
  }
  if (link?.kind === 'invite') {
    const accept = async (viewer: Viewer) => {
      await signedIn(viewer)
      passwordLink.set(undefined)
    }
    return <InvitationCard token={link.token} onSignedIn={accept} onLeave={() => leaveReset('sign in')} />
  }
  if (link) {
    const { token } = link
    return <ResetCard token={token} onDone={() => leaveReset('sign in')} onAskAgain={() => leaveReset('ask again')} />
  }
  if (forgotten) return <ForgotCard field={field} onBack={() => setForgotten(false)} />
  const { provider } = deployment
  const form = (
    <SignInForm
      key={filled.email}
      {...filled}
      // The accounts of the sample hotel have e-mail addresses.
      field={filled.email ? 'email' : field}
      onSignedIn={signedIn}
      onFieldChange={setField}
      // With single sign-on most people press its button.
      autoFocus={filled.email ? 'button' : provider ? undefined : firstFocus}
    >
      <button
        type="button"
        onClick={() => setForgotten(true)}
        className="-my-2 self-end rounded-sm py-1 font-medium text-accent text-sm hover:underline touch:-my-4 touch:py-3.25"
      >
        {i18n.t('Forgot password?')}
      </button>
    </SignInForm>
  )
  return (
    <>
      {provider ? (
        <Suspense fallback={<div className="h-80" />}>
          <ProviderCard onSignedIn={signedIn}>{form}</ProviderCard>
        </Suspense>
      ) : (
        <AuthCard title={i18n.t('Welcome back')} subtitle={i18n.t('Enter your credentials to access your account')}>
          {form}
        </AuthCard>
      )}
      {deployment.sample && <SampleAccounts onChoose={setFilled} />}
    </>
  )
}
