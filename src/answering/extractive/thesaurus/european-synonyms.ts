/** More words of the thesaurus in languages of Europe, and concepts of schools, surgeries and town halls. Word beginnings as in `synonyms.ts`. */

/** By a word of their concept in `synonyms.ts`. */
export const EUROPEAN: Readonly<Record<string, string>> = {
  opening:
    'burozeit sprechzeit geschaftszeit servicezeit kassenzeit badezeit betriebszeit schalterzeit besuchszeit kantooruren kantoortijd urzedowan',
  hiring: 'personeel sollicit',
  instalment: 'rate$ rata$',
  discount: 'rebaja rabais ridotto$ ridotta$ reducid ulga$ ulgi$ ulgow',
  stolen: 'kwijt$ kwijtgeraakt zgubil zgubion kaybett kaybol kayip$ smarrit',
  payment:
    'uberweis uberwies virement transferencia domicili bonifico contanti overschrijv pinnen przelew blik$ havale nakit',
  cancel:
    'abmeld desinscri desapunt borrarme$ borrarse$ uitschrij disiscri wypisac$ absag abzusag abgesag afzeg afgezeg baja$ bajas$ desdecir disdic vazgec desistim',
  prices: 'kost$ payant$ payante$ cher$ chere$ cara$ caro$ retta$ honorar koszt$ entgelt',
  registration:
    'aanmeld inschrijv inscrip apuntar apunto apunta apuntas apuntan inscriv iscri einschreib zapis matricul',
  children:
    'hijo$ hijos$ hija$ hijas$ menores$ figlio$ figli$ figlia$ figlie$ piccoli$ bimb fils$ fille$ filles$ sohn$ tochter$ kleinkind baby$ babys$ zoon$ dochter$ synek$ corka$ corki$',
  bahnhof: 'buslinie buslinien bushaltestelle autobuses$ bussen$ halte$ otobus tramvay$ tramvayla$ durag',
  parking: 'arabam arabay stationn aparcar$ parcheggiare$',
  meals: 'cantine kantine mensa$ refettorio refectoire stolowk comedor$',
  founder:
    'leiter$ leiterin$ leitung$ directeur directrice directora$ diretora$ direttrice$ mudur$ muduru$ mudure$ kierowni patron$ patronne$ boss$ chef$ chefin$ geschaftsfuhr eigentumer titolare dueno duena proprietaire gerant patron$ eigenaar baas$ szef sahibi$',
  shipment: 'ankommen$ ankomm',
  passport: 'justificat kimlik kimligi personalausweis perso$ passaporte$ passaporto$',
  scared: 'paura$ ansios ansia$ anxieu strach$ lek$ korku',
};

/** Concepts, each as a list of words. */
export const PUBLIC_LIFE: readonly string[] = [
  // waste
  'waste rubbish garbage trash refuse$ bin$ bins$ mull$ mulltonn mullabfuhr abfall abfuhr tonne$ tonnen$ poubelle ordures dechets$ basura residuos contenedor rifiut spazzatura immondizia afval vuilnis kliko smiec odpad cop$ copu copler sopor soptunn',
  // libraries
  'library libraries bibliothek bucherei bibliothequ mediathequ biblioteca bibliotek kutuphane',
  // day care
  'daycare nursery creche garderie periscolaire kita$ kitas$ kindergart krippe hort$ kinderbetreu guarderia asilo$ doposcuola kinderopvang opvang zlobek zlobka przedszkol swietlic anaokul',
  // weddings
  'wedding marry$ married heirat hochzeit trauung$ eheschliess mariage marier$ mariez$ boda$ bodas$ casarse$ casarnos$ matrimonio sposar nozze trouwen$ bruiloft huwelijk slub$ slubu wesele dugun evlen',
  // teachers
  'teacher instructor lehrer$ lehrerin lehrkraft dozent fahrlehrer professeur moniteur monitrice profesor profe$ monitor$ monitora$ maestro$ maestra$ insegnant istruttor docente instructeur leraar lerares nauczyciel instruktor ogretmen egitmen antrenor hoca nastavnik nastavnic ucitelj 선생 강사 교사 講師 先生 老师 教练',
  // insurance
  'insur versicher krankenkass assurance mutuelle seguro$ seguros$ asegurador assicuraz convenzione$ convenzioni$ convenzionat verzeker ubezpiecz sigorta',
  // trying something first
  'trial$ taster schnupper probestunde probetraining prueba$ pruebas$ probar$ prova$ provare$ essai$ essayer$ proefles proeven$ probny$ probna$ probne$ deneme',
  // minutes, as they are typed in Turkish
  'dk$ dakika',
  // cash
  'cash$ bargeld barzahl metalico efectivo$ contado$ especes$ liquide$ numerario contant$ contanti$ gotowk nakit$ hotovost gotovin keszpenz numerar$ kontant наличн',
  // appointments
  'appointment rdv$ rendez$ rendezvous cita$ citas$ appuntament afspraak afspraken randevu',
  // lending and hiring out
  'lend lends$ lending borrow borrows$ ausleih auszuleih leihen$ leihe$ verleih verleiht$ entleih emprunt pret$ prets$ prestamo prestar prestan$ prestito prestiti noleggi lenen$ uitlenen pozycz wypozycz pujc vypujc pozic$ poziciav odunc posud',
  // brothers and sisters, for whom schools ask less
  'sibling brothers$ sisters$ geschwister bruder$ schwester$ fratrie frere$ freres$ soeur$ soeurs$ hermanos$ hermanas$ fratelli$ sorelle$ irmao$ irmaos$ irma$ irmas$ broer$ broers$ zus$ zussen$ brat$ brata$ braci$ siostr rodzenstw kardes syskon soskende sosken sourozen surodenec surodenc testver brace$ sestr frati$ fratele$ surori$ αδελφ αδερφ брат$ брата$ братьев$ сестр братів$ אחים$ אחות$ भाई$ बहन$ 형제 자매 남매 동생 兄弟 姉妹',
  // repairs
  'repair repairs repairing mend$ mending reparier reparatur repar$ reparer reparez reparation reparar reparan reparacion riparar ripara$ riparazion conserto$ consertar consertam$ herstel repareren reparatie napraw naprawa reparera lagar$ laga$ tamir tamirat oprav oprava javit javitas popravk popravlj popravit repara reparati reparer reparere ремонт починит почините чинит$ чините$ полаг полагод επισκευ 修理 直す 直し 直せ 수리 고치 고쳐 मरम्मत לתקן תיקון מתקנים',
  // doctors
  'arzt$ arztin$ arzte$ medecin huisarts lekarz lekark lakare doktor lekar orvos lijecni ljekar medic$ medicul$ doctorul laege legen$ lege$ laake врач доктор лікар γιατρ ιατρο$ ιατρος$ 医師 医生 大夫 先生 의사 선생 डॉक्टर רופא רופאה',
  // taxes that prices include
  'vat$ tax$ taxes$ mwst$ mehrwertsteuer ust$ umsatzsteuer tva$ iva$ btw$ moms$ momsen$ mva$ merverdi dph$ afa$ pdv$ kdv$ gst$ ндс пдв φπα$ 税込 税抜 税別 消費 增值 부가 जीएसटी टैक्स',
  // bringing back late
  'overdue mahngebuhr saumnis$ versaumnisgebuhr penalite$ spozni opozni przetrzym zwlok gecikme kasnjenj zakasn',
  // cleaning teeth
  'hygienist igiene pulizia zahnreinigung prophylax detartrage gebitsreinig',
  // booking
  'бронь$ брони$ бронир заброн бронюв заброню κρατησ',
  // expecting a child
  'pregnan schwanger enceinte embaraz incinta gravid zwanger ciaz ciazy$ hamile беремен 怀孕 孕妇 妊娠 임신 임산',
  // messengers
  'whatsapp watsapp ватсап вотсап واتساب واتس',
  // smells
  'smell$ smells$ smelling geruch riech riecht$ gasgeruch odeur sentir$ olor$ huele$ odore$ puzza cheiro geur$ ruik ruikt$ stank$ zapach koku$ запах пахнет',
  // pipes
  'clogged unblock unclog verstopf verstopt ontstop bouche$ bouches$ deboucher debouchage atascad desatasc otturat intasat entupid zatkan tikali tikanik',
  // numbing
  'anasth betaub narkose anesthes anestesia sedat sedazion sedacion verdoving znieczul narkoz',
];

/** Word beginnings as in `synonyms.ts`. */
export const PORTUGUESE: Readonly<Record<string, string>> = {
  opening: 'funcionamento$ encerr fecham$',
  instalment: 'parcel prestac juros$',
  shipment: 'frete$ portes$ encomend',
  returned: 'troca$ trocas$ trocar$',
  reimburse: 'estorn',
  prices: 'valor$ valores$ taxa$ taxas$ mensalidade propina$ propinas$ caro$ cara$ barat',
  cancel: 'desmarc',
  hiring: 'emprego$ empregos$ curriculo contrata$',
  broken: 'quebr avari',
  invoice: 'fiscal$ comprovante',
  children: 'crianc filho$ filhos$ filha$ filhas$ bebe$ bebes$',
  tracking: 'rastre',
  parking: 'garagem',
  pets: 'cachorr cao$ caes$ animais$',
  checkout: 'sair$ saio$ saimos$',
  bahnhof: 'onibus autocarro comboio metro$ paragem rodoviari',
  laundry: 'lavand',
  allerg: 'alerg',
  smoke: 'fumant fumador',
  wheelchair: 'cadeira$ cadeirant rodas$ deficien acessib acessiv',
  registration: 'matricul',
  edad: 'idade$',
  passport: 'identidade$ rg$ cpf$',
  etudiant: 'aluno$ alunos$ aluna$ alunas$',
  pensioner: 'idos aposentad reformad',
  meals: 'almoc jantar$',
  stolen: 'perdi$ esqueci$ roub',
  telephone: 'telemove celular$ ligar$',
  location: 'localiz',
};
