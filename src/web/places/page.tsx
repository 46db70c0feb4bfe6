import { ClipboardPaste, Plus, Printer, QrCode } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { departmentsApi } from '../../shared/departments.ts'
import { type Place, placesApi } from '../../shared/places.ts'
import { hasWords, searchable, searchWords } from '../../shared/words/fold.ts'
import { useReply } from '../api/queries.ts'
import { SearchField } from '../components/choice/search-field.tsx'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NextAction } from '../ui/next-action.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PlaceRow } from './place-row.tsx'
import { closedPlaceDialogs, readPlacesSearch } from './search-params.ts'

const PlaceDialog = lazyPart(() => import('./place-dialog.tsx'), 'PlaceDialog')
const PastePlacesDialog = lazyPart(() => import('./paste-dialog.tsx'), 'PastePlacesDialog')
const PrintedSigns = lazyPart(() => import('./printed-signs.tsx'), 'PrintedSigns')

/** The places with signs, for managers: each sign leads to its place, where problems are reported. */
export function PlacesPage() {
  const i18n = useI18n()
  const { edit, list } = useAddress(readPlacesSearch)
  const { open, close } = useAddressDialog(closedPlaceDialogs)
  const query = useReply(placesApi.list, {})
  const { data } = query
  const places = data?.places
  const onNew = () => open({ edit: 0 })
  const onList = () => open({ list: true })
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-3 px-3.5 pt-3 thumb:pb-24 pb-6 md:px-6 md:pt-4">
      {places && places.length > 0 ? (
        <Places places={places} onNew={onNew} onList={onList} onEdit={(id) => open({ edit: id })} />
      ) : places ? (
        <EmptyState
          icon={QrCode}
          title={i18n.t('No places yet')}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button size="lg" variant="primary" onClick={onList}>
                <ClipboardPaste aria-hidden="true" className="size-4.5" />
                {i18n.t('Paste a list')}
              </Button>
              <Button size="lg" onClick={onNew}>
                <Plus aria-hidden="true" className="size-4.5" />
                {i18n.t('Add the first one')}
              </Button>
            </div>
          }
        >
          {i18n.t('Add rooms and other places, and print a sign for each. People scan it to report a problem there.')}
        </EmptyState>
      ) : (
        <NotLoaded query={query} failure={i18n.t('The places could not be loaded.')}>
          <Loading />
        </NotLoaded>
      )}
      <Suspense fallback={null}>
        {edit !== undefined && <PlaceDialog key={edit} id={edit} places={places} onClose={close} />}
        {list && <PastePlacesDialog onClose={close} />}
      </Suspense>
    </div>
  )
}

function Places({
  places,
  onNew,
  onList,
  onEdit,
}: {
  places: readonly Place[]
  onNew: () => void
  onList: () => void
  onEdit: (id: number) => void
}) {
  const i18n = useI18n()
  const { data: departments } = useReply(departmentsApi.list, {})
  const names = useMemo(() => new Map(departments?.map(({ id, name }) => [id, name])), [departments])
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [printed, setPrinted] = useState<readonly Place[]>()
  const words = searchWords(typed)
  const shown = places.filter(({ name }) => hasWords(searchable(name), words))
  const toPrint = places.filter(({ id }) => chosen.has(id))
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={i18n.t('Search places')}
          placeholder={i18n.t('Search places')}
          value={typed}
          onChange={(words = '') => setTyped(words)}
        />
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <Button onClick={() => setPrinted(toPrint.length > 0 ? toPrint : shown)} disabled={shown.length === 0}>
            <Printer aria-hidden="true" className="size-4" />
            {toPrint.length > 0
              ? i18n.t('{count, plural, one {Print # sign} other {Print # signs}}', { count: toPrint.length })
              : i18n.t('Print all signs')}
          </Button>
          <Button onClick={onList}>
            <ClipboardPaste aria-hidden="true" className="size-4" />
            {i18n.t('Paste a list')}
          </Button>
          <NextAction icon={Plus} onClick={onNew}>
            {i18n.t('New place')}
          </NextAction>
        </div>
      </div>
      <p className="text-pretty text-muted">
        {i18n.t('Each sign has a code. People scan it to see the place and to report a problem there in a few taps.')}
      </p>
      {shown.length === 0 ? (
        <p role="status" className="py-8 text-center text-muted">
          {i18n.t('No place has this name.')}
        </p>
      ) : (
        <ul
          aria-label={i18n.t('Places')}
          className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
        >
          {shown.map((place) => (
            <PlaceRow
              key={place.id}
              place={place}
              department={place.departmentId === null ? undefined : names.get(place.departmentId)}
              isChosen={chosen.has(place.id)}
              onChoose={(isChosen) => choose(place.id, isChosen)}
              onEdit={() => onEdit(place.id)}
            />
          ))}
        </ul>
      )}
      {printed && (
        <Suspense fallback={null}>
          <PrintedSigns places={printed} onDone={() => setPrinted(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <LoadingBars
      words={i18n.t('Loading the places...')}
      count={8}
      row="flex h-13 items-center px-4"
      bars="h-3.5 w-44"
      className="divide-y divide-line rounded-card border border-line bg-surface"
    />
  )
}
