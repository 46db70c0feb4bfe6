import { Link } from '@tanstack/react-router'
import { FileLock, Globe, Grid3x3, KeyRound, ShieldCheck, Smartphone, SquareTerminal } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { pinApi } from '../../shared/pin.ts'
import { signInName } from '../../shared/sign-in-name.ts'
import { useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { RoleBadge } from '../components/people/role-badge.tsx'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { LanguageSelect } from './language-select.tsx'
import { NotificationSettings } from './notifications/settings.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { readProfileSearch } from './search-params.ts'
import { StartScreenSelect } from './start-screen-select.tsx'

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'), 'PasswordDialog')

const PinDialog = lazyPart(() => import('./pin-dialog.tsx'), 'PinDialog')

const DataProtectionPage = lazyPart(() => import('./data-protection.tsx'), 'DataProtectionPage')

const closed = { password: undefined, pin: undefined }

/** The viewer's account, password, notifications and sessions. */
export function ProfilePage() {
  const { data } = useAddress(readProfileSearch)
  return data ? (
    <Suspense fallback={<LoadingBars className="mx-auto w-full max-w-2xl p-4 md:p-8" bars="h-96" />}>
      <DataProtectionPage />
    </Suspense>
  ) : (
    <Account />
  )
}

function Account() {
  const viewer = useViewer()
  const i18n = useI18n()
  const mayHaveTokens = useCan('token:own')
  const mayHavePin = useCan('clock:use')
  const pin = useReply(pinApi.get, {}, { enabled: mayHavePin })
  const search = useAddress(readProfileSearch)
  const { open, close } = useAddressDialog(closed)
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 p-4 md:gap-5 md:p-8">
      <section aria-label={i18n.t('Profile')} className={card}>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5 md:p-7">
          <Avatar person={viewer} size="xl" />
          <div className="min-w-0 flex-1 basis-52">
            <h2 dir="auto" className="font-semibold text-2xl tracking-[-0.015em] wrap-anywhere">
              {fullName(viewer)}
            </h2>
            <p dir="ltr" className="text-md text-muted wrap-anywhere">
              {signInName(viewer)}
            </p>
          </div>
          <RoleBadge role={viewer.role} />
        </div>
        <dl className="divide-y divide-line border-line border-t px-5 md:px-7">
          <Fact name={i18n.t('Department')}>{viewer.department?.name ?? i18n.t('No department assigned')}</Fact>
          <Fact name={i18n.t('Status')}>
            <Badge tone={viewer.isActive ? 'done' : 'neutral'}>
              {viewer.isActive ? i18n.t('Active') : i18n.t('Inactive')}
            </Badge>
          </Fact>
          <Fact name={i18n.t('Member since')}>
            <When iso={viewer.createdAt} />
          </Fact>
          <Fact
            id="language"
            name={
              <>
                <Globe aria-hidden="true" className="size-4" />
                {i18n.t('Language')}
              </>
            }
          >
            <LanguageSelect labelledBy="language" />
          </Fact>
          <Fact
            id="start-screen"
            name={
              <>
                <Smartphone aria-hidden="true" className="size-4" />
                {i18n.t('Phones and the installed app open at')}
              </>
            }
          >
            <StartScreenSelect labelledBy="start-screen" />
          </Fact>
          <Fact name={i18n.t('Password')}>
            <Button onClick={() => open({ password: true })}>
              <KeyRound aria-hidden="true" className="size-4" />
              {i18n.t('Change Password')}
            </Button>
          </Fact>
          {mayHavePin && (
            <Fact name={i18n.t('PIN for kiosks')}>
              <Button onClick={() => open({ pin: true })}>
                <Grid3x3 aria-hidden="true" className="size-4" />
                {pin.data?.setAt ? i18n.t('Change the PIN') : i18n.t('Set a PIN')}
              </Button>
            </Fact>
          )}
          <Fact name={i18n.t('Second step and passkeys')}>
            <Link to="/profile/security" className={buttonClass()}>
              <ShieldCheck aria-hidden="true" className="size-4" />
              {i18n.t('Sign-in and security')}
            </Link>
          </Fact>
          {mayHaveTokens && (
            <Fact name={i18n.t('Calendar and other programs')}>
              <Link to="/profile/programs" className={buttonClass()}>
                <SquareTerminal aria-hidden="true" className="size-4" />
                {i18n.t('Connect a calendar or program')}
              </Link>
            </Fact>
          )}
          <Fact name={i18n.t('Data protection')}>
            <Link to="/profile" search={{ data: true }} className={buttonClass()}>
              <FileLock aria-hidden="true" className="size-4" />
              {i18n.t('What is stored about you')}
            </Link>
          </Fact>
        </dl>
      </section>
      <OwnSessions />
      <NotificationSettings className={card} />
      <Suspense fallback={null}>
        {search.password && <PasswordDialog onClose={close} />}
        {search.pin && mayHavePin && <PinDialog onClose={close} />}
      </Suspense>
    </div>
  )
}

const Fact = ({ id, name, children }: { id?: string; name: ReactNode; children: ReactNode }) => (
  <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
    <dt id={id} className="flex items-center gap-2 text-muted">
      {name}
    </dt>
    <dd className="tabular font-medium wrap-anywhere">{children}</dd>
  </div>
)
