import { Plus, SquareTerminal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type ApiToken, tokensApi } from '../../shared/tokens.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall, useReply } from '../api/queries.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { TokenEntry } from '../components/people/token-entry.tsx'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { CardSection, cardBody } from '../ui/card-section.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'

const TokenDialog = lazyPart(() => import('./token-dialog.tsx'), 'TokenDialog')

/** The viewer's tokens, with buttons that make and revoke them. */
export function TokensSection() {
  const i18n = useI18n()
  const query = useReply(tokensApi.list, {})
  const { data } = query
  const [isMaking, setMaking] = useState(false)
  const revoke = useCall(tokensApi.revoke, {
    onSuccess: tell(msg('The token is revoked')),
    onError: tellFailure(msg('The token could not be revoked')),
  })
  const askAndRevoke = async ({ id, name }: ApiToken) => {
    const text = i18n.t('Revoke "{name}"? The program that uses it stops working immediately.', { name })
    const isSure = await ask({ text, stay: i18n.t('Keep it'), leave: i18n.t('Revoke ##token') })
    if (isSure) revoke.mutate({ params: { id } })
  }
  return (
    <CardSection
      title={i18n.t('Tokens for programs')}
      action={
        data ? (
          <Button onClick={() => setMaking(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {i18n.t('New token')}
          </Button>
        ) : null
      }
    >
      <div className={cardBody}>
        {data ? (
          data.length > 0 ? (
            <ul className="divide-y divide-line">
              {data.map((token) => (
                <TokenEntry
                  key={token.id}
                  token={token}
                  action={
                    <Button
                      onClick={() => askAndRevoke(token)}
                      pending={revoke.isPending && revoke.variables?.params.id === token.id}
                      aria-label={i18n.t('Revoke {name}', { name: token.name })}
                    >
                      {i18n.t('Revoke ##token')}
                    </Button>
                  }
                />
              ))}
            </ul>
          ) : (
            <EmptyState icon={SquareTerminal} title={i18n.t('No program uses Muster in your name')}>
              {i18n.t('With a token, a program of yours reads and changes what you choose.')}{' '}
              <a href="/api/docs" className="text-accent underline underline-offset-2">
                {i18n.t('What programs can do')}
              </a>
            </EmptyState>
          )
        ) : (
          <NotLoaded query={query} failure={i18n.t('Your tokens could not be loaded.')}>
            <LoadingBars bars={['h-4 w-40', 'mt-2 h-3.5 w-64 max-w-full']} className="py-3.5" />
          </NotLoaded>
        )}
      </div>
      <Suspense fallback={null}>{isMaking && <TokenDialog onClose={() => setMaking(false)} />}</Suspense>
    </CardSection>
  )
}
