import { fold } from '../../shared/fold.ts'
import { type Language, languageCodes } from '../../shared/languages.ts'

/**
 * The words by which people say when work comes again, in the ten languages. Words are written without regard to case and accents.
 * "montag(|s|e)" stands for "montag", "montags" and "montage"; a word may be several, as "at night".
 */

/** What a word can be. */
export type WordKind =
  | 'every'
  /** An article or a preposition: nothing by itself. */
  | 'fill'
  /** "per": something is counted. */
  | 'per'
  /** What an hour without minutes may follow, as "at 8". */
  | 'at'
  | 'to'
  | 'until'
  | 'and'
  | 'except'
  | 'first'
  | 'last'
  /** "every other": Muster has no rule for it. */
  | 'other'
  /** How often: "once", or "times" behind a number. */
  | 'once'
  | 'often'
  | 'times'
  | 'weekday'
  /** A weekday cut short, which may be a word as well. */
  | 'short'
  | 'days'
  /** Days that the words leave open: a note says so. */
  | 'loose'
  | 'unit'
  | 'am'
  | 'pm'
  | 'night'
  | 'noon'
  | 'midnight'
  | 'half'
  | 'toHalf'
  | 'month'
  /** A time that no rule of a routine says: hourly, when needed. */
  | 'unsayable'

export interface Word {
  kind: WordKind
  /** Three cron fields, the number of a weekday from Sunday, or a unit. */
  value: string
}

interface Words {
  /** From Sunday on: the name with its forms, and what it is cut to. */
  weekdays: string[]
  short: string[]
  every: string
  fill: string
  per: string
  at: string
  to: string
  until: string
  and: string
  except: string
  first: string
  last: string
  other: string
  once: string
  often: string
  times: string
  /** Units by themselves. */
  units: Record<'day' | 'week' | 'month' | 'quarter' | 'half' | 'year' | 'hour', string>
  daily: string
  weekly: string
  monthly: string
  quarterly: string
  halfYearly: string
  yearly: string
  workdays: string
  /** Working days that are Monday to Friday for some people, and others for others. */
  looseWorkdays?: string
  weekend: string
  /** The end and the beginning of a month in a word. */
  monthEnd: string
  monthStart: string
  am: string
  pm: string
  night: string
  noon: string
  midnight: string
  /** "half" behind an hour, and before the next one. */
  half?: string
  toHalf?: string
  months: string
  unsayable: string
}

const words: Record<Language, Words> = {
  en: {
    weekdays: [
      'sunday(|s)',
      'monday(|s)',
      'tuesday(|s)',
      'wednesday(|s)',
      'thursday(|s)',
      'friday(|s)',
      'saturday(|s)',
    ],
    short: ['sun,su', 'mon,mo', 'tue,tues,tu', 'wed,weds,we', 'thu,thur,thurs,th', 'fri,fr', 'sat,sa'],
    every: 'every,each',
    fill: 'on,the,of,in,at,from,a,an,between,is',
    per: 'per,a,an',
    at: 'at,from,by,around,about',
    to: 'to,till,until,through,thru',
    until: 'until,till,by,before',
    and: 'and',
    except: 'except,except for,but not,excluding',
    first: 'first,1 st',
    last: 'last',
    other: 'other,second,2 nd,third,two,three,four,six',
    once: 'once,one time',
    often: 'twice,three times,four times',
    times: 'x,times,time',
    units: {
      day: 'day(|s)',
      week: 'week(|s)',
      month: 'month(|s)',
      quarter: 'quarter(|s)',
      half: 'half year,6 months,six months',
      year: 'year(|s)',
      hour: 'hour(|s),minute(|s),min,shift(|s)',
    },
    daily: 'daily,everyday',
    weekly: 'weekly',
    monthly: 'monthly',
    quarterly: 'quarterly',
    halfYearly: 'half yearly,semi annually,biannually,twice a year',
    yearly: 'yearly,annually,annual',
    workdays: 'weekday(|s),workday(|s),work days,working day(|s),business day(|s)',
    weekend: 'weekend(|s)',
    monthEnd: 'month end,end of month,end of the month,end of each month,end of every month',
    monthStart: 'start of month,start of the month,beginning of the month,beginning of month',
    am: 'in the morning,morning(|s)',
    pm: 'in the evening,in the afternoon,evening(|s),afternoon(|s)',
    night: 'at night,night(|s)',
    noon: 'noon,midday',
    midnight: 'midnight',
    toHalf: 'half past',
    months: 'january,february,april,june,july,august,september,october,november,december',
    unsayable:
      'hourly,fortnightly,biweekly,bi weekly,bimonthly,bi monthly,as needed,when needed,as required,if needed,on demand',
  },
  de: {
    weekdays: [
      ...['sonntag(|s|e|en)', 'montag(|s|e|en)', 'dienstag(|s|e|en)', 'mittwoch(|s|e|en)', 'donnerstag(|s|e|en)'],
      ...['freitag(|s|e|en)', 'samstag(|s|e|en),sonnabend(|s|e|en)'],
    ],
    short: ['so', 'mo,mon', 'di,die,dienst', 'mi,mit', 'do,don', 'fr,fre', 'sa,sam'],
    every: 'jede(|n|r|s|m),alle,jeweils,immer',
    fill: 'am,an,im,in,um,der,die,das,den,dem,des,ab,gegen,von,zum,zur,zu,ca,jew,tag,einem,eines,zwischen',
    per: 'pro,je,die,im,am,in der,in,a',
    at: 'um,ab,gegen,von,ca,zwischen',
    to: 'bis,bis zum',
    until: 'bis,bis spatestens,spatestens,vor',
    and: 'und,sowie,u',
    except: 'auser,ausser,ohne',
    first: 'erste(|n|r|s|m)',
    last: 'letzte(|n|r|s|m)',
    other: 'zwei,drei,vier,sechs,zweite(|n|r|s),dritte(|n|r|s),andere(|n|r|s),vierte(|n|r|s)',
    once: 'einmal,ein mal',
    often: 'zweimal,dreimal,viermal,mehrmals',
    times: 'x,mal',
    units: {
      day: 'tag(|e|en|es|s)',
      week: 'woche(|n)',
      month: 'monat(|e|en|s|es)',
      quarter: 'quartal(|e|s|en),vierteljahr(|es)',
      half: 'halbjahr(|es|e),halbes jahr,halbe jahr',
      year: 'jahr(|e|es|en)',
      hour: 'stunde(|n),minute(|n),min,schicht(|en)',
    },
    daily: 'taglich(|e|er|es|en),tgl,tagl,tagtaglich,taeglich',
    weekly: 'wochentlich(|e|er|es|en),wtl,woechentlich',
    monthly: 'monatlich(|e|er|es|en),mtl',
    quarterly: 'vierteljahrlich(|e|er|es|en),quartalsweise,quartalsmasig,vierteljaehrlich',
    halfYearly: 'halbjahrlich(|e|er|es|en),halbjaehrlich',
    yearly: 'jahrlich(|e|er|es|en),jaehrlich',
    workdays: 'wochentags,unter der woche,arbeitstag(|s|e|en)',
    looseWorkdays: 'werktag(|s|e|en),wochentag(|e|en)',
    weekend: 'wochenende(|n|s)',
    monthEnd: 'monatsende,ultimo,monatsletzten,monatsletzter,ende des monats,ende monat',
    monthStart: 'monatsanfang,monatsbeginn,monatsersten,monatserster,anfang des monats,anfang monat',
    am: 'morgens,fruh,vormittags,morgen,vormittag,in der fruh',
    pm: 'abends,nachmittags,abend,nachmittag',
    night: 'nachts,in der nacht,nacht',
    noon: 'mittags,mittag',
    midnight: 'mitternacht,mitternachts',
    toHalf: 'halb',
    months: 'januar,februar,marz,april,mai,juni,juli,august,september,oktober,november,dezember',
    unsayable:
      'stundlich(|e),vierzehntagig,14 tagig,14 taglich,zweiwochentlich,14 tagig,bei bedarf,nach bedarf,wenn notig',
  },
  es: {
    weekdays: ['domingo(|s)', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado(|s)'],
    short: ['dom,do,d', 'lun,lu,l', 'mar,ma,m', 'mie,mier,mi,x', 'jue,ju,j', 'vie,vi,v', 'sab,sa,s'],
    every: 'cada,todo(|s),toda(|s)',
    fill: 'el,la,los,las,de,del,en,a,al,por,desde,dia,dias,sobre,hacia,entre',
    per: 'por,al,a la,cada,en el',
    at: 'a las,a la,las,desde las,de,entre las,sobre las,hacia las',
    to: 'a,hasta,al,a las,hasta las',
    until: 'hasta,hasta las,antes de las,antes de',
    and: 'y,e',
    except: 'excepto,salvo,menos',
    first: 'primer(|o|os|a),1 er',
    last: 'ultimo(|s),ultima(|s)',
    other: 'segundo,segunda,tercer,otro,otra,dos,tres,cuatro,seis,quince',
    once: 'una vez',
    often: 'dos veces,tres veces,varias veces',
    times: 'x,veces,vez',
    units: {
      day: 'dia(|s)',
      week: 'semana(|s)',
      month: 'mes(|es)',
      quarter: 'trimestre(|s)',
      half: 'semestre(|s)',
      year: 'ano(|s)',
      hour: 'hora(|s),minuto(|s),turno(|s)',
    },
    daily: 'diario(|s),diaria(|s),diariamente,a diario',
    weekly: 'semanal(|es),semanalmente',
    monthly: 'mensual(|es),mensualmente',
    quarterly: 'trimestral(|es),trimestralmente',
    halfYearly: 'semestral(|es),semestralmente',
    yearly: 'anual(|es),anualmente',
    workdays: 'entre semana,dias laborables,dia laborable,dias laborales,dias habiles,dia habil,laborables',
    weekend: 'fin de semana,fines de semana,finde(|s)',
    monthEnd: 'fin de mes,final de mes,finales de mes,a fin de mes',
    monthStart: 'principio de mes,principios de mes,inicio de mes,comienzo de mes,primero de mes',
    am: 'de la manana,por la manana,por las mananas,la manana,manana(|s),de la madrugada',
    pm: 'de la tarde,por la tarde,por las tardes,de la noche,por la noche,por las noches,tarde(|s),noche(|s)',
    night: 'de madrugada',
    noon: 'mediodia,del mediodia,al mediodia',
    midnight: 'medianoche,a medianoche',
    half: 'y media',
    months: 'enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre',
    unsayable:
      'quincenal(|es),quincenalmente,cada quincena,bimensual(|es),bimestral(|es),cada hora,segun necesidad,si es necesario,cuando sea necesario',
  },
  fr: {
    weekdays: ['dimanche(|s)', 'lundi(|s)', 'mardi(|s)', 'mercredi(|s)', 'jeudi(|s)', 'vendredi(|s)', 'samedi(|s)'],
    short: ['dim,di', 'lun,lu', 'mar,ma', 'mer,me', 'jeu,je', 'ven,ve', 'sam,sa'],
    every: 'chaque,tout,tous,toute(|s)',
    fill: 'le,la,les,l,du,de,d,des,au,aux,a,en,dans,vers,jour,entre,matin et',
    per: 'par,a la,par le,l,le,la',
    at: 'a,de,des,vers,entre,a partir de',
    to: 'a,au,jusqu a,jusqu au',
    until: 'jusqu a,avant,jusque',
    and: 'et',
    except: 'sauf,excepte,hors',
    first: 'premier(|s),premiere(|s),1 er',
    last: 'dernier(|s),derniere(|s)',
    other: 'deuxieme,second,seconde,autre,troisieme,deux,trois,quatre,six,quinze',
    once: 'une fois',
    often: 'deux fois,trois fois,plusieurs fois',
    times: 'x,fois',
    units: {
      day: 'jour(|s)',
      week: 'semaine(|s)',
      month: 'mois',
      quarter: 'trimestre(|s)',
      half: 'semestre(|s)',
      year: 'an(|s),annee(|s)',
      hour: 'heure(|s),minute(|s),service(|s)',
    },
    daily: 'quotidien(|s),quotidienne(|s),quotidiennement,journalier(|s),journaliere(|s)',
    weekly: 'hebdomadaire(|s),hebdo,hebdomadairement',
    monthly: 'mensuel(|s),mensuelle(|s),mensuellement',
    quarterly: 'trimestriel(|s),trimestrielle(|s),trimestriellement',
    halfYearly: 'semestriel(|s),semestrielle(|s),semestriellement',
    yearly: 'annuel(|s),annuelle(|s),annuellement',
    workdays: 'en semaine,jours ouvres,jour ouvre,jours de semaine',
    looseWorkdays: 'jours ouvrables,jour ouvrable',
    weekend: 'week end(|s),weekend(|s),we,fin de semaine',
    monthEnd: 'fin de mois,fin du mois,en fin de mois,a la fin du mois,fin de chaque mois',
    monthStart: 'debut de mois,debut du mois,en debut de mois',
    am: 'du matin,le matin,matin(|s)',
    pm: 'du soir,le soir,de l apres midi,l apres midi,soir(|s),apres midi',
    night: 'la nuit,nuit(|s),de la nuit',
    noon: 'midi',
    midnight: 'minuit',
    half: 'et demie',
    months: 'janvier,fevrier,mars,avril,juin,juillet,aout,septembre,octobre,novembre,decembre',
    unsayable:
      'bimensuel(|le),bimestriel(|le),toutes les heures,si besoin,au besoin,selon besoin,quinzaine(|s),chaque heure',
  },
  it: {
    weekdays: ['domenica,domeniche', 'lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'sabato,sabati'],
    short: ['dom,do', 'lun,lu', 'mar,ma', 'mer,me', 'gio,gi', 'ven,ve', 'sab,sa'],
    every: 'ogni,tutti,tutte,ciascun,ciascuno,ciascuna',
    fill: 'il,lo,la,i,gli,le,l,di,del,della,dei,al,alla,alle,all,a,da,dal,dalle,dall,nel,nei,in,giorno,giorni,verso,tra,fra,ore,h',
    per: 'a,al,alla,per,all,l',
    at: 'alle,all,alle ore,ore,h,dalle,dalle ore,dall,verso le,le,tra le',
    to: 'a,al,alle,alle ore,fino a,fino al,fino alle,sino alle',
    until: 'entro le,entro,fino alle,prima delle,entro le ore',
    and: 'e,ed',
    except: 'tranne,eccetto,escluso,esclusa,salvo',
    first: 'primo,prima,primi,1 o',
    last: 'ultimo,ultima,ultimi',
    other: 'secondo,seconda,terzo,terza,due,tre,quattro,sei,quindici',
    once: 'una volta',
    often: 'due volte,tre volte,piu volte',
    times: 'x,volte,volta',
    units: {
      day: 'giorno,giorni,di',
      week: 'settimana,settimane',
      month: 'mese,mesi',
      quarter: 'trimestre,trimestri',
      half: 'semestre,semestri',
      year: 'anno,anni',
      hour: 'ora,minuti,minuto,turno,turni',
    },
    daily: 'giornaliero,giornaliera,giornalieri,giornaliere,giornalmente,quotidiano,quotidiana,quotidianamente',
    weekly: 'settimanale,settimanali,settimanalmente',
    monthly: 'mensile,mensili,mensilmente',
    quarterly: 'trimestrale,trimestrali,trimestralmente',
    halfYearly: 'semestrale,semestrali,semestralmente',
    yearly: 'annuale,annuali,annualmente',
    workdays: 'giorni lavorativi,giorno lavorativo,infrasettimanale',
    looseWorkdays: 'giorni feriali,giorno feriale,feriali',
    weekend: 'fine settimana,weekend,week end',
    monthEnd: 'fine mese,a fine mese,fine del mese',
    monthStart: 'inizio mese,a inizio mese,inizio del mese',
    am: 'di mattina,del mattino,la mattina,mattina,mattine,mattino',
    pm: 'di sera,la sera,della sera,del pomeriggio,il pomeriggio,pomeriggio,sera,sere',
    night: 'di notte,la notte,notte,notti',
    noon: 'mezzogiorno',
    midnight: 'mezzanotte',
    half: 'e mezza,e mezzo',
    months: 'gennaio,febbraio,marzo,aprile,maggio,giugno,luglio,agosto,settembre,ottobre,novembre,dicembre',
    unsayable: 'quindicinale,quindicinali,bimestrale,bisettimanale,ogni ora,al bisogno,se necessario,quando serve',
  },
  pt: {
    weekdays: [
      ...['domingo(|s)', 'segunda(|s),segunda feira,segundas feiras,2 feira,2 a feira'],
      ...[
        'terca(|s),terca feira,tercas feiras,3 feira,3 a feira',
        'quarta(|s),quarta feira,quartas feiras,4 feira,4 a feira',
      ],
      ...[
        'quinta(|s),quinta feira,quintas feiras,5 feira,5 a feira',
        'sexta(|s),sexta feira,sextas feiras,6 feira,6 a feira',
      ],
      'sabado(|s)',
    ],
    short: ['dom', 'seg,2 a', 'ter,3 a', 'qua,4 a', 'qui,5 a', 'sex,6 a', 'sab'],
    every: 'cada,todo(|s),toda(|s)',
    fill: 'o,a,os,as,de,do,da,dos,das,no,na,nos,nas,em,ao,aos,pela,pelas,dia,dias,desde,entre,por volta das',
    per: 'por,ao,a,no,na',
    at: 'as,a,das,pelas,desde as,entre as,por volta das',
    to: 'a,ate,as,ao,ate as',
    until: 'ate,ate as,ate a,antes das',
    and: 'e',
    except: 'exceto,excepto,salvo,menos',
    first: 'primeiro(|s),primeira(|s),1 o',
    last: 'ultimo(|s),ultima(|s)',
    other: 'segundo,terceiro,outro,outra,dois,duas,tres,quatro,seis,quinze',
    once: 'uma vez',
    often: 'duas vezes,tres vezes,varias vezes',
    times: 'x,vezes,vez',
    units: {
      day: 'dia(|s)',
      week: 'semana(|s)',
      month: 'mes(|es)',
      quarter: 'trimestre(|s)',
      half: 'semestre(|s)',
      year: 'ano(|s)',
      hour: 'hora(|s),minuto(|s),turno(|s)',
    },
    daily: 'diario(|s),diaria(|s),diariamente',
    weekly: 'semanal,semanais,semanalmente',
    monthly: 'mensal,mensais,mensalmente',
    quarterly: 'trimestral,trimestrais,trimestralmente',
    halfYearly: 'semestral,semestrais,semestralmente',
    yearly: 'anual,anuais,anualmente',
    workdays: 'dias uteis,dia util,dias de semana,durante a semana,dias da semana',
    weekend: 'fim de semana,fins de semana,fim semana',
    monthEnd: 'fim do mes,fim de mes,final do mes,final de mes,fins do mes',
    monthStart: 'inicio do mes,inicio de mes,principio do mes,comeco do mes',
    am: 'da manha,de manha,pela manha,manha(|s),da madrugada',
    pm: 'da tarde,a tarde,de tarde,da noite,a noite,de noite,tarde(|s),noite(|s)',
    night: 'de madrugada',
    noon: 'meio dia,ao meio dia',
    midnight: 'meia noite,a meia noite',
    half: 'e meia',
    months: 'janeiro,fevereiro,marco,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro',
    unsayable:
      'de duas em duas semanas,de dois em dois dias,de quinze em quinze dias,quinzenal,quinzenais,quinzenalmente,bimensal,bimestral,de hora a hora,cada hora,se necessario,quando necessario',
  },
  pl: {
    weekdays: [
      ...[
        'niedziel(a|e|i|ach|ne|ny)',
        'poniedzial(ek|ku|ki|kach|kow|kowy)',
        'wtor(ek|ku|ki|kach|kow)',
        'srod(a|e|y|ach)',
      ],
      ...['czwart(ek|ku|ki|kach|kow)', 'piat(ek|ku|ki|kach|kow)', 'sobot(a|e|y|ach|nie)'],
    ],
    short: ['nd,ndz,niedz,nie', 'pn,pon', 'wt,wto', 'sr,sro', 'czw,cz', 'pt,pia', 'sob,so,sb'],
    every: 'co,kazd(y|a|e|ego|ej|ym|emu),wszystkie',
    fill: 'w,we,o,na,od,ok,okolo,dnia,dzien,dniu,z,po,miedzy,kolo',
    per: 'na,w,we',
    at: 'o,od,ok,okolo,godz,godzina,godzinie,godziny,o godz,o godzinie,od godz,od godziny,g,miedzy',
    to: 'do,do godz,do godziny',
    until: 'do,do godz,do godziny,najpozniej o,przed',
    and: 'i,oraz',
    except: 'oprocz,poza,z wyjatkiem,procz',
    first: 'pierwsz(y|ego|a|ej)',
    last: 'ostatni,ostatniego,ostatnia,ostatniej,ostatnim',
    other: 'dwa,dwie,trzy,cztery,drugi,druga,drugie,drugiego,trzeci,trzecia',
    once: 'raz,jeden raz',
    often: 'dwa razy,trzy razy,kilka razy',
    times: 'x,razy,raz',
    units: {
      day: 'dzien,dnia,dni,dniu',
      week: 'tydzien,tygodnia,tygodnie,tygodniu,tygodni',
      month: 'miesiac,miesiaca,miesiace,miesiacu,miesiecy,mies,m c',
      quarter: 'kwartal,kwartalu,kwartaly',
      half: 'polrocze,polrocza,pol roku',
      year: 'rok,roku,lata,lat',
      hour: 'godzin(a|e|y),minut(a|e|y),zmian(a|e|y)',
    },
    daily: 'codziennie,codzienn(y|a|e|ego|ej),dziennie',
    weekly: 'tygodniow(y|a|e|o|ego|ej),cotygodniow(y|a|e|o)',
    monthly: 'miesieczn(y|a|e|ego|ej),miesiecznie,comiesieczn(y|a|e),comiesiecznie',
    quarterly: 'kwartaln(y|a|e|ego|ej),kwartalnie',
    halfYearly: 'polroczn(y|a|e),polrocznie',
    yearly: 'roczn(y|a|e|ego|ej),rocznie,coroczn(y|a|e),corocznie',
    workdays: 'dni robocze,dzien roboczy,dniach roboczych,dni powszednie,w tygodniu,dnia roboczego',
    weekend: 'weekend(|y|ow|u|ach)',
    monthEnd: 'koniec miesiaca,koncem miesiaca,na koniec miesiaca,konca miesiaca',
    monthStart: 'poczatek miesiaca,na poczatku miesiaca,poczatku miesiaca,z poczatkiem miesiaca',
    am: 'rano,przed poludniem,ranka,ran(o|ek)',
    pm: 'wieczorem,po poludniu,wieczor,wieczora',
    night: 'w nocy,noc,noca',
    noon: 'w poludnie,poludnie',
    midnight: 'o polnocy,polnoc,polnocy',
    months:
      'styczen,stycznia,luty,lutego,marzec,marca,kwiecien,kwietnia,maja,czerwiec,czerwca,lipiec,lipca,sierpien,sierpnia,wrzesien,wrzesnia,pazdziernik,pazdziernika,listopad,listopada,grudzien,grudnia',
    unsayable: 'co godzine,dwutygodniow(y|a|o),w razie potrzeby,w miare potrzeb,gdy trzeba',
  },
  uk: {
    weekdays: [
      ...[
        '(|що)неділ(я|і|ю|ях)',
        '(|що)понеділ(ок|ка|ки|ках|ку)',
        '(|що)вівтор(ок|ка|ки|ках|ку)',
        '(|що)серед(а|и|у|ах)',
        '(|що)четвер(|г|га|ги|гах)',
      ],
      ...["(|що)п'ятниц(я|і|ю|ях)", '(|що)субот(а|и|у|ах)'],
    ],
    short: ['нд,нед', 'пн,пон', 'вт,вів', 'ср,сер', 'чт,чет', 'пт', 'сб,суб'],
    every: 'кожн(ий|ого|а|у|ої|е|ому|і|их),щодня,що,щоранку,щовечора,щоночі',
    fill: 'у,в,о,об,на,по,з,із,зі,від,до,числа,число,день,дня,близько,приблизно,й,го,го числа,щодня',
    per: 'на,у,в,за',
    at: 'о,об,з,від,близько,приблизно о,год,година,годині,о годині,о год,на,між',
    to: 'до,по',
    until: 'до,не пізніше,перед',
    and: 'і,та,й',
    except: 'крім,окрім,за винятком',
    first: 'перш(ий|ого|а|ої|у|е)',
    last: 'останн(ій|ього|я|ьої|ю|є)',
    other: 'два,дві,три,чотири,друг(ий|ого|а|ої|у|е),трет(ій|ього)',
    once: 'один раз,раз,одного разу',
    often: 'двічі,тричі,два рази,три рази,кілька разів',
    times: 'х,x,раз,рази,разів',
    units: {
      day: 'день,дня,дні,днів,добу',
      week: 'тиждень,тижня,тижні,тижнів',
      month: 'місяць,місяця,місяці,місяців,міс',
      quarter: 'квартал(|у|и|ів)',
      half: 'півріччя,пів року,півроку',
      year: 'рік,року,роки,років',
      hour: 'годину,години,годин,хвилин,хвилини,зміну,зміна,зміни',
    },
    daily: 'щодня,щоденн(о|ий|а|е|ого|ої),кожнодня,кожен день',
    weekly: 'щотижня,щотижнев(о|ий|а|е|ого|ої)',
    monthly: 'щомісяця,щомісячн(о|ий|а|е|ого|ої)',
    quarterly: 'щокварталу,щоквартальн(о|ий|а|е),поквартально',
    halfYearly: 'щопівроку,кожні півроку',
    yearly: 'щороку,щорічн(о|ий|а|е)',
    workdays: 'робочі дні,робочих днів,робочим дням,по буднях,у будні,в будні,будні,буднях,робочого дня',
    weekend: 'вихідн(і|их|им|ими),на вихідних',
    monthEnd: 'кінець місяця,кінці місяця,наприкінці місяця,кінця місяця',
    monthStart: 'початок місяця,початку місяця,на початку місяця',
    am: 'ранку,вранці,зранку,ранок,щоранку',
    pm: 'щовечора,вечора,ввечері,увечері,вечір,щовечора,дня,після обіду',
    night: 'ночі,вночі,уночі,щоночі',
    noon: 'опівдні,полудень',
    midnight: 'опівночі,північ',
    months:
      'січень,січня,лютий,лютого,березень,березня,квітень,квітня,травень,травня,червень,червня,липень,липня,серпень,серпня,вересень,вересня,жовтень,жовтня,листопад,листопада,грудень,грудня',
    unsayable: 'щогодини,за потреби,у разі потреби,при потребі,раз на два тижні',
  },
  tr: {
    weekdays: [
      ...['pazar(|lari|dan|a)', 'pazartesi(|leri|den|ye|nden)', 'sali(|lari|dan|ya)', 'carsamba(|lari|dan|ya)'],
      ...['persembe(|leri|den|ye)', 'cuma(|lari|dan|ya)', 'cumartesi(|leri|den|ye)'],
    ],
    short: ['paz,pz', 'pzt,pts', 'sal', 'car,crs', 'per,prs', 'cum,cu', 'cmt,cts'],
    every: 'her',
    fill: 'saat,saatleri,gunleri,gunu,gun,de,da,te,ta,den,dan,arasi,arasinda,saatlerinde,inci,i,u,si,ile,nin,in',
    per: 'da,de',
    at: 'saat,saatleri,saat tam',
    to: 'ile,ila',
    until: 'en gec,en gec saat',
    and: 've',
    except: 'haric,disinda',
    first: 'ilk,birinci',
    last: 'son,sonuncu',
    other: 'ikinci,ucuncu,iki,uc',
    once: 'bir kez,bir kere,bir defa',
    often: 'iki kez,iki kere,iki defa,uc kez,uc kere',
    times: 'x,kez,kere,defa',
    units: {
      day: 'gun(|de|u|ler|un|lerde)',
      week: 'hafta(|da|lik|nin)',
      month: 'ay(|da|in)',
      quarter: 'ceyrek(|te),uc ay,uc ayda',
      half: 'alti ay,alti ayda',
      year: 'yil(|da|in),sene(|de)',
      hour: 'saatte,saatte bir,dakika,dakikada,vardiya(|da)',
    },
    daily: 'gunluk,gunde bir,gunde bir kez',
    weekly: 'haftalik,haftada bir,haftada bir kez,haftada bir kere,haftada bir gun',
    monthly: 'aylik,ayda bir,ayda bir kez,ayda bir kere,ayda bir defa',
    quarterly: 'uc aylik,3 aylik,uc ayda bir,3 ayda bir,ceyreklik,ceyrekte bir,her uc ayda bir,her 3 ayda bir',
    halfYearly: 'alti aylik,6 aylik,alti ayda bir,6 ayda bir',
    yearly: 'yillik,yilda bir,yilda bir kez,senede bir,senelik',
    workdays: 'hafta ici,hafta icleri,is gunleri,is gunu,hafta ici her gun',
    weekend: 'hafta sonu,hafta sonlari,haftasonu,haftasonlari',
    monthEnd: 'ay sonu,ay sonunda,ay sonlari,her ay sonu,ayin sonu,ayin sonunda',
    monthStart: 'ay basi,ay basinda,her ay basi,ayin basi,ayin basinda',
    am: 'sabah,sabahlari,ogleden once',
    pm: 'aksam,aksamlari,ogleden sonra',
    night: 'gece,geceleri',
    noon: 'oglen,ogle vakti',
    midnight: 'gece yarisi',
    half: 'bucuk,bucukta',
    months: 'ocak,subat,mart,nisan,mayis,haziran,temmuz,agustos,eylul,ekim,kasim,aralik',
    unsayable:
      'haftada iki,haftada uc,ayda iki,gunde iki,gunde uc,haftada 2,haftada 3,ayda 2,gunde 2,gunde 3,haftada iki kez,haftada uc kez,ayda iki kez,gunde iki kez,gunde uc kez,saatlik,saat basi,her saat,iki haftada bir,15 gunde bir,gerektiginde,ihtiyac halinde,iki gunde bir,gun asiri',
  },
  ar: {
    weekdays: [
      ...[
        '(|ال|وال|بال)احد',
        '(|ال|وال)اثنين',
        '(|ال|وال)ثلاثاء',
        '(|ال|وال)اربعاء',
        '(|ال|وال)خميس',
        '(|ال|وال)جمعة',
        '(|ال|وال)سبت',
      ],
    ],
    short: ['', '', '', '', '', '', ''],
    every: 'كل,جميع',
    fill: 'في,من,على,يوم,ايام,الساعة,عند,بين,اليوم,بتاريخ,تمام,ب',
    per: 'في,كل,ب',
    at: 'الساعة,من الساعة,عند الساعة,في الساعة,حوالي الساعة,الساعه,تمام الساعة',
    to: 'الى,حتى,الى الساعة,حتى الساعة',
    until: 'حتى,قبل,حتى الساعة,قبل الساعة',
    and: 'و',
    except: 'ما عدا,عدا,باستثناء,الا',
    first: 'اول,الاول,الاولى',
    last: 'اخر,الاخير,الاخيرة',
    other: 'ثاني,الثاني',
    once: 'مرة,مرة واحدة',
    often: 'مرتين,مرتان',
    times: 'x,مرات,مرة',
    units: {
      day: '(|ال)يوم,(|ال)ايام,يوميا',
      week: '(|ال)اسبوع,(|ال)اسابيع,بالاسبوع',
      month: '(|ال)شهر,(|ال)اشهر,شهور,بالشهر',
      quarter: '(|ال)ربع سنة,ربع,ثلاثة اشهر,ثلاثة شهور',
      half: 'نصف سنة,ستة اشهر',
      year: '(|ال)سنة,(|ال)عام,بالسنة',
      hour: 'ساعات,دقيقة,دقائق,وردية,ساعة,مناوبة',
    },
    daily: 'يوميا,(|ال)يومي,(|ال)يومية',
    weekly: 'اسبوعيا,(|ال)اسبوعي,(|ال)اسبوعية',
    monthly: 'شهريا,(|ال)شهري,(|ال)شهرية',
    quarterly: 'ربع سنوي,ربع سنوية,ربع سنويا,فصليا,فصلي,فصلية,كل ربع سنة',
    halfYearly: 'نصف سنوي,نصف سنوية,نصف سنويا',
    yearly: 'سنويا,(|ال)سنوي,(|ال)سنوية',
    workdays: '',
    looseWorkdays: 'ايام العمل,ايام الاسبوع,ايام الدوام',
    weekend: '',
    monthEnd: 'نهاية الشهر,نهاية كل شهر,اخر الشهر,اخر كل شهر',
    monthStart: 'بداية الشهر,اول الشهر,بداية كل شهر,اول كل شهر',
    am: 'صباحا,صباح,صباحًا,فجرا,ص,الصباح',
    pm: 'مساء,مساءا,عصرا,م,المساء,بعد الظهر',
    night: 'ليلا,ليلة,الليل',
    noon: 'ظهرا,الظهر',
    midnight: 'منتصف الليل',
    half: 'ونصف,والنصف,و نصف',
    months: 'يناير,فبراير,مارس,ابريل,مايو,يونيو,يوليو,اغسطس,سبتمبر,اكتوبر,نوفمبر,ديسمبر',
    unsayable: 'كل ساعة,كل اسبوعين,عند الحاجة,حسب الحاجة,كل يومين',
  },
}

/** What is left open by "weekend" where the working week begins on Sunday. */
const LOOSE_WEEKEND = 'نهاية الاسبوع,عطلة نهاية الاسبوع,عطلات نهاية الاسبوع'

const cadences = {
  day: '* * *',
  week: '* * 1',
  month: '1 * *',
  quarter: '1 1,4,7,10 *',
  half: '1 1,7 *',
  year: '1 1 *',
} as const
export type Unit = keyof typeof cadences | 'hour'

/** The days of something that comes once in so much time: the first day of each, as nothing says which. */
export const daysOfUnit = (unit: Unit): string | undefined => (unit === 'hour' ? undefined : cadences[unit])

/** "montag(|s)" as "montag" and "montags". */
function formsOf(pattern: string): string[] {
  const [, before = '', choice, after = ''] = /^([^(]*)\(([^)]*)\)(.*)$/u.exec(pattern) ?? []
  return choice === undefined ? [pattern] : choice.split('|').flatMap((part) => formsOf(`${before}${part}${after}`))
}

const listOf = (text: string | undefined) => (text ?? '').split(',').filter(Boolean).flatMap(formsOf)

function* entriesOf(language: Language): Generator<[string, Word]> {
  const own = words[language]
  const all = (kind: WordKind, text: string | undefined, value = '') =>
    listOf(text).map((word): [string, Word] => [word, { kind, value }])
  for (const [day, names] of own.weekdays.entries()) yield* all('weekday', names, String(day))
  for (const [unit, names] of Object.entries(own.units)) yield* all('unit', names, unit)
  yield* all('days', own.daily, cadences.day)
  yield* all('loose', own.weekly, cadences.week)
  yield* all('loose', own.monthly, cadences.month)
  yield* all('loose', own.quarterly, cadences.quarter)
  yield* all('loose', own.halfYearly, cadences.half)
  yield* all('loose', own.yearly, cadences.year)
  yield* all('days', own.workdays, '* * 1-5')
  yield* all('loose', own.looseWorkdays, '* * 1-5')
  yield* all('days', own.weekend, '* * 0,6')
  if (language === 'ar') yield* all('loose', LOOSE_WEEKEND, '* * 0,6')
  yield* all('days', own.monthEnd, 'L * *')
  yield* all('loose', own.monthStart, '1 * *')
  const plain = [
    ...([
      'every',
      'fill',
      'per',
      'at',
      'to',
      'until',
      'and',
      'except',
      'first',
      'last',
      'other',
      'once',
      'often',
    ] as const),
    ...(['times', 'am', 'pm', 'night', 'noon', 'midnight', 'half', 'toHalf', 'unsayable'] as const),
  ]
  for (const kind of plain) yield* all(kind, own[kind])
  yield* all('month', own.months)
  for (const [day, names] of own.short.entries()) yield* all('short', names, String(day))
}

/** Words that are long enough to be nothing else in another language. */
const isClear = ({ kind }: Word) => kind !== 'short'

/** The most words in one entry. */
export const MAX_WORDS = 5

/**
 * The words that a reader of one language may mean, folded. Where languages differ, the reader's own comes first, then English.
 * Shortened weekdays of a third language are left to `isShort`.
 */
export function whenWords(language: string): ReadonlyMap<string, Word[]> {
  const known = lexicons.get(language)
  if (known) return known
  const first = languageCodes.filter((code) => code === language)
  const order = [...new Set<Language>([...first, 'en', ...languageCodes])]
  const lexicon = new Map<string, Word[]>()
  for (const code of order) {
    for (const [text, word] of entriesOf(code)) {
      const name = fold(text).replaceAll("'", ' ').trim()
      const before = lexicon.get(name) ?? []
      if (before.some(({ kind, value }) => kind === word.kind && (value === word.value || !isClear(word)))) continue
      lexicon.set(name, [...before, word])
    }
  }
  lexicons.set(language, lexicon)
  return lexicon
}

const lexicons = new Map<string, ReadonlyMap<string, Word[]>>()

/** Shortened weekdays that are everyday words too, by language. They need a sign, a time or another weekday beside them. */
const everyday: Partial<Record<Language, string>> = {
  en: 'sun,sat,wed,we,su,th',
  de: 'so,die,don,mit',
  es: 'mar,mi,d,l,m,x,j,v,s,do,ma,sa',
  fr: 'mer,mar,jeu,me,je,di,ma,sa',
  it: 'mar,mer,do,ma,me,sa,gi,ve',
  pt: 'ter,qua,qui,sex',
  pl: 'nie,so,cz',
  tr: 'sal,per,car,paz',
}

/** The weekdays, cut short, that stand for themselves in a language, folded. */
export function plainShort(language: string): ReadonlySet<string> {
  const code = languageCodes.find((each) => each === language) ?? 'en'
  const risky = new Set((everyday[code] ?? '').split(','))
  return new Set(
    words[code].short
      .flatMap(listOf)
      .map(fold)
      .filter((word) => !risky.has(word)),
  )
}
