import { IdCard } from 'lucide-react'
import { providerApi } from '../../../shared/provider.ts'
import { msg } from '../../../shared/words/message.ts'
import { deployment } from '../../api/deployment.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { tellFailure } from '../../components/forms/tell.ts'
import { providerNotice, providerSentences } from '../../components/labels/provider-notice.ts'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection, cardBody } from '../../ui/card-section.tsx'
import { LoadingBars } from '../../ui/loading-bars.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'

/** By which provider of single sign-on the viewer is known here. Nothing where there is none. */
export const ProviderSection = () => deployment.provider && <Section name={deployment.provider.name} />

function Section({ name }: { name: string }) {
  const i18n = useI18n()
  const query = useReply(providerApi.get, {})
  const { data } = query
  return (
    <CardSection title={i18n.t('Single sign-on')}>
      <div className={`${cardBody} py-4`}>
        {data ? (
          data.since ? (
            <p className="flex items-center gap-3">
              <IdCard aria-hidden="true" className="size-5 shrink-0 text-done" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {i18n.t('Your account is linked to {name}.', { name })}{' '}
                <span className="text-muted">
                  <When iso={data.since} as="moment" />
                </span>
              </span>
            </p>
          ) : (
            <NotLinked name={name} />
          )
        ) : (
          <NotLoaded query={query} failure={i18n.t('Single sign-on could not be loaded.')} className="py-2!">
            <LoadingBars bars="h-6 w-64 max-w-full" />
          </NotLoaded>
        )}
      </div>
    </CardSection>
  )
}

/** Leads to the provider and back, where the viewer signs in to link their account. Shows faults. */
function NotLinked({ name }: { name: string }) {
  const i18n = useI18n()
  const notice = providerNotice.use()
  const said = notice && providerSentences[notice]
  const link = useCall(providerApi.link, {
    onSuccess: ({ address }) => location.assign(address),
    onError: tellFailure(msg('Network error. Please try again.')),
  })
  return (
    <>
      {said && (
        <p role="alert" className="mb-3 text-pretty font-medium text-overdue wrap-anywhere">
          {i18n.t({ ...said, values: { name } })}
        </p>
      )}
      <p className="text-pretty text-muted wrap-anywhere">
        {i18n.t('Your account is not linked to {name} yet.', { name })}
      </p>
      <Button
        className="mt-3 h-auto! min-h-8.5 shrink! whitespace-normal! py-1.5 text-start wrap-anywhere touch:min-h-11"
        pending={link.isPending}
        onClick={() => link.mutate({})}
      >
        {i18n.t('Link your account at {name}', { name })}
      </Button>
    </>
  )
}
