import type { Department } from '../../shared/departments.ts'
import type { Place } from '../../shared/places.ts'
import { bareName, fold } from '../../shared/words/fold.ts'
import type { Reader } from '../../shared/words/reader.ts'
import type { PlaceNames } from './pasted-places.ts'

/** Headings of tables of places, in the ten languages: en, de, es, fr, it, pt, pl, uk, tr, ar. */
const headings = {
  name:
    // untranslated: words that are understood, and not shown
    'name,place,places,room,rooms,room number,room no,room no.,location,zimmer,raum,räume,ort,zimmernummer,zimmernr,zimmernr.,zimmer-nr.,bezeichnung,habitación,habitaciones,lugar,sala,nombre,n.º de habitación,chambre,chambres,lieu,salle,nom,numéro de chambre,camera,camere,luogo,stanza,nome,quarto,quartos,local,espaço,pokój,pokoje,miejsce,nazwa,numer pokoju,кімната,номер,номери,місце,назва,oda,odalar,yer,ad,oda numarası,الغرفة,غرفة,الغرف,المكان,الاسم,رقم الغرفة',
  department:
    'department,team,dept,area of work,abteilung,bereich,departamento,área,sección,service,département,équipe,reparto,dipartimento,settore,setor,equipa,dział,oddział,zespół,відділ,підрозділ,bölüm,departman,birim,القسم,الإدارة,الفريق',
} as const

/** The meanings of headings, departments and names in a list of places. */
export const placeNames = (
  departments: readonly Department[],
  mayManage: (departmentId: number) => boolean,
  places: readonly Place[],
  i18n: Reader['i18n'],
): PlaceNames => ({
  columns: new Map([
    ...headings.department.split(',').map((word) => [fold(word), 'department'] as const),
    ...headings.name.split(',').map((word) => [fold(word), 'name'] as const),
    [fold(i18n.t('Department')), 'department'],
    [fold(i18n.t('Name')), 'name'],
  ]),
  departments: new Map(
    [bareName, fold].flatMap((form) =>
      departments.map(({ id, name }) => [form(name), { id, mayManage: mayManage(id) }] as const),
    ),
  ),
  taken: new Set(places.map(({ name }) => fold(name))),
})
