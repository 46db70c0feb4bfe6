import type { Department } from '../../shared/departments.ts'
import { bareName, fold } from '../../shared/words/fold.ts'
import { formatWeekdayName } from '../../shared/words/formats.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import type { PastedColumn } from './pasted-entries.ts'
import type { PasteNames } from './pasted-routines.ts'
import { pastedNamesOf } from './pasted-values.ts'

type I18n = Reader['i18n']

const headings: Record<PastedColumn, Message> = {
  title: msg('Title'),
  department: msg('Department'),
  days: msg('Days'),
  opens: msg('Opens'),
  due: msg('Due'),
  closes: msg('Closes'),
  steps: msg('Steps'),
}
export const headingOf = (column: PastedColumn, i18n: I18n) => i18n.t(headings[column])

/**
 * Further headings, in the ten languages and as files come from other programs: en, de, es, fr, it, pt, pl, uk, tr, ar.
 * A column of days may hold the time too.
 */
const others: Record<PastedColumn, string> = {
  title:
    // untranslated: words that are understood, and not shown
    'routine,task,name,what,activity,aufgabe,tätigkeit,titel,was,tarea,actividad,título,qué,tâche,titre,activité,quoi,attività,compito,titolo,cosa,tarefa,atividade,o quê,zadanie,czynność,tytuł,co,завдання,назва,що,справа,görev,iş,başlık,ne,المهمة,مهمة,العنوان,النشاط,ماذا',
  department:
    'team,dept,area,abteilung,bereich,departamento,área,sección,service,département,équipe,reparto,dipartimento,settore,setor,equipa,dział,oddział,zespół,відділ,підрозділ,bölüm,departman,birim,القسم,الإدارة,الفريق',
  days: 'day,when,frequency,weekday,tage,tag,wochentag,wann,häufigkeit,rhythmus,intervall,turnus,días,día,cuándo,frecuencia,jours,jour,quand,fréquence,giorni,giorno,quando,frequenza,dias,dia,frequência,dni,dzień,kiedy,częstotliwość,дні,день,коли,частота,günler,gün,ne zaman,sıklık,الأيام,اليوم,متى,التكرار',
  opens:
    'open,start,time,from,öffnet,uhrzeit,zeit,beginn,ab,von,hora,inicio,desde,heure,début,ora,orario,inizio,ore,início,godzina,początek,od,час,година,початок,saat,başlangıç,الساعة,الوقت,البداية',
  due: 'until,deadline,fällig,bis,vence,límite,hasta,échéance,jusqu’à,scadenza,entro,prazo,até,termin,do,термін,до,bitiş,son saat,الموعد,حتى',
  closes:
    'close,end,schließt,ende,cierra,fin,ferme,chiude,fine,fecha,fim,zamyka,koniec,закриття,кінець,kapanış,الإغلاق,النهاية',
  steps:
    'step,checklist,schritte,schritt,checkliste,pasos,paso,étapes,étape,passaggi,passi,fasi,passos,etapas,kroki,krok,кроки,крок,adımlar,adım,الخطوات,خطوات',
}
const WEEK = [1, 2, 3, 4, 5, 6, 0]
const english = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** The days to choose for all lines, with their cron fields. Their labels are understood in a table. */
export const dayPresets = (i18n: I18n): { label: string; days: string }[] => [
  { label: i18n.t('Every day'), days: '* * *' },
  { label: i18n.t('Weekdays'), days: '* * 1-5' },
  { label: i18n.t('Weekends'), days: '* * 0,6' },
  ...WEEK.map((day) => ({ label: formatWeekdayName(day, { i18n }, 'long'), days: `* * ${day}` })),
  { label: i18n.t('The first day of the month'), days: '1 * *' },
  { label: i18n.t('The last day of the month'), days: 'L * *' },
]

/**
 * This reader's words for the names in a pasted text. `mayManage` says for which departments they may create routines.
 */
export function pasteNames(
  departments: readonly Department[],
  mayManage: (departmentId: number) => boolean,
  i18n: I18n,
): PasteNames {
  const columns = Object.keys(headings) as PastedColumn[]
  const weekdays = WEEK.flatMap((day): [string, number][] => [
    [english[day] ?? '', day],
    [english[day]?.slice(0, 3) ?? '', day],
    [formatWeekdayName(day, { i18n }, 'short'), day],
    [formatWeekdayName(day, { i18n }, 'long'), day],
  ])
  return {
    columns: new Map(
      columns.flatMap((column) =>
        [...others[column].split(','), column, i18n.t(headings[column])].map((name): [string, PastedColumn] => [
          fold(name),
          column,
        ]),
      ),
    ),
    departments: new Map(
      [bareName, fold].flatMap((form) =>
        departments.map(({ id, name }) => [form(name), { id, mayManage: mayManage(id) }] as const),
      ),
    ),
    language: i18n.locale,
    staysOpen: new Set(['-', '–', '—', fold(i18n.t('Stays open'))]),
    days: pastedNamesOf([
      ['every day', '* * *'],
      ['daily', '* * *'],
      ['weekdays', '* * 1-5'],
      ['weekends', '* * 0,6'],
      ...dayPresets(i18n).map(({ label, days }): [string, string] => [label, days]),
    ]),
    weekdays: pastedNamesOf(weekdays),
  }
}
