import { passkeysApi } from '../../../shared/passkeys.ts'
import { pinApi } from '../../../shared/pin.ts'
import { providerApi } from '../../../shared/provider.ts'
import { secondStepApi } from '../../../shared/second-step.ts'
import { deployment } from '../../api/deployment.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { ProfilePart } from '../../components/people/profile-part.tsx'
import { useI18n } from '../../language.ts'
import { card } from '../../ui/card.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PasskeysSection } from './passkeys.tsx'
import { PinSection } from './pin.tsx'
import { ProviderSection } from './provider.tsx'
import { SecondStepSection } from './second-step.tsx'

/** How the viewer signs in, besides the password. */
export function SecurityPage() {
  const i18n = useI18n()
  // All sections come at once, so that none moves another.
  const hasPin = useCan('clock:use')
  const reads = [
    useReply(passkeysApi.list, {}),
    useReply(secondStepApi.get, {}),
    useReply(providerApi.get, {}, { enabled: deployment.provider !== null }),
    useReply(pinApi.get, {}, { enabled: hasPin }),
  ]
  const isThere = reads.every(({ isLoading }) => !isLoading)
  return (
    <ProfilePart>
      {isThere ? (
        <>
          <PasskeysSection />
          <SecondStepSection />
          <ProviderSection />
          <PinSection />
        </>
      ) : (
        <div role="status" className={`${card} px-5 py-5 md:px-7`}>
          <span className="sr-only">{i18n.t('Loading...')}</span>
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-6 h-4 w-64 max-w-full" />
          <Skeleton className="mt-3 h-4 w-48" />
        </div>
      )}
    </ProfilePart>
  )
}
