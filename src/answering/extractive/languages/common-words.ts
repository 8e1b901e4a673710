/** The commonest words of the languages of Latin script that have phrases. */
/** @param list divided by spaces */
export const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** By the codes of the languages. */
export const COMMON_WORDS = [
  [
    'en',
    words(
      'the is are what how do does can you your my of to in where when who which why and for it this have i a much many there with that not no on at or from be about our we us any get per',
    ),
  ],
  [
    'de',
    words(
      'der die das ist sind was wie wo wann wer warum und ein eine ich sie ihr mein nicht kann können gibt es für mit auf zu den dem welche haben habt oder im bei von zum zur wird werden kein keine einen einem in per ' +
        'seid euch hat muss darf soll ob wenn mich mir uns krieg bekomme man braucht kriegt',
    ),
  ],
  [
    'fr',
    words(
      'de le la les est sont que quel quelle quels quelles comment où quand qui pourquoi et un une je vous votre mon ne pas puis pour des du avec il y ce combien peut on peux avez dans sur au aux cette ils elle nous faut a etes êtes ça en par mes vos nos ' +
        'suis sans chez être etre faire quoi aussi elle faites acceptez vendez',
    ),
  ],
  [
    'es',
    words(
      'a de el la los las es son qué que cómo como dónde cuándo quién cuántas cuántos cuánta por y un una yo usted su mi mis no puedo para del con hay cuánto cuál cuáles cuántos en ' +
        'o se si lo le les hacéis haceis hacen tenéis teneis tienen tiene podéis podeis puede pueden quiero tengo soy está están este esta donde cuando cuanto cuantos cuanta gracias hola más sin ya muy',
    ),
  ],
  [
    'it',
    words(
      'a il lo la gli le è sono che cosa come dove quando chi perché e un una io mi non posso per del della con di quale quanto quanti quali ci in ' +
        'siete avete fate ho ha mia mio dei delle dal dalla alla alle nel nella anche o se si i al costa costano',
    ),
  ],
  [
    'pt',
    words(
      'a de o os as é são que como onde quando quem por e um uma eu você seu sua meu não posso para do da com há qual quais quanto quantos em os ' +
        'vocês voces vcs vc você voce tem têm pode podem fazem aceitam abrem fecham vendem atendem oferecem fica ficam minha nos nas dos das ao aos à às pela pelo mais até já também quero queria gostaria preciso custa custam isso isto dá pra fazer',
    ),
  ],
  [
    'nl',
    words(
      'de het een is zijn wat hoe waar wanneer wie waarom en ik u uw mijn niet kan kunnen voor van met op te zijn welke er hebben jullie in per heb ben ik zit ' +
        'mag moet bij als nog ook om wij heeft hoeveel hoelang krijg doen',
    ),
  ],
  [
    'pl',
    words(
      'a o która której którym któremu którego po przy przed pod od ze oraz być są macie można moge mozna jakich jakiej u za czym możesz mogę mi jakie jaki od czego jest są co jak gdzie kiedy kto dlaczego i w na z do nie czy się ile mój twój dla ten która który to',
    ),
  ],
  [
    'tr',
    words(
      'bir ve bu ne nasıl nasil nerede nerde zaman kim neden mı mi mu mü var yok için icin ile kaç kac kaçta kacta kaça hangi ben siz değil nedir miyim mıyım muyum misiniz mısınız musunuz müsünüz ' +
        'saat saati saatleri kadar ediyor ediyorum istiyorum fiyat fiyatı fiyati ücret ücreti ucreti olarak olacak lazım gerekiyor evet hayır peki daha çok cok oluyor yapıyor veriyor',
    ),
  ],
  [
    'vi',
    words(
      'có không và của những các này thì cho với để khi như nào gì đến vào cũng đã đang sẽ hoặc nếu bạn tôi bao nhiêu mấy giờ thế bằng được ' +
        'khong duoc nhieu muon',
    ),
  ],
  [
    'id',
    words(
      'apa berapa bagaimana gimana mana dimana kapan siapa apakah ada tidak bisa boleh yang untuk dengan dari ini itu saya anda kami kak atau dan jam harga ya mau pakai ke kalau ga gak nggak sudah belum buka',
    ),
  ],
  [
    'sv',
    words(
      'är vad hur var när vem varför och en ett jag ni du min inte kan för med på till det den vilka har finns som man får måste i av',
    ),
  ],
  [
    'cs',
    words(
      'je jak kde kdy kdo co proč proc kolik jsou máte mate mám můžu mohu lze dá se to na do ve v u za od s z pro nebo a i který která které jaký jaká jaké jakou jakém mi vás vám nás nám tam ještě také už jsem být ten ta bude po při ' +
        'nebo jaky jaka jake vas vam nas nam jeste uz muzu muzeme můžeme můžete ktera ktere chci chtěl bych prosím prosim jestli dokdy sebou',
    ),
  ],
  [
    'sk',
    words(
      'je ako kde kedy kto čo co prečo preco koľko kolko koľkej sú su máte mate mám mam môžem mozem môžeme mozeme dá da sa to na do vo v u za od s so z zo pre alebo a i aj ktorý ktorá ktoré aký aká aké akú akej akom aky aka ake ' +
        'mi vás vas vám vam nás nas nám nam ešte este tiež už uz som byť ten tá bude po pri môže moze viem chcem prosím prosim či si ste nie niečo nieco dokedy sebou',
    ),
  ],
  [
    'hu',
    words(
      'a az egy mi van nem és hogy vagy mit mennyi mennyibe mennyit kerül kerul mikor meddig hol hogyan honnan milyen melyik lehet kell szeretnék szeretnek szeretnénk köszönöm köszi kérem kérjük nyitva vannak vagyunk vagytok önök önöknél önöknek onoknel nálatok nalatok ' +
        'tudok tudom tudunk hány hany hánykor hanykor azt ezt ez még meg már csak vagyok lesz nincs elfogadnak vihetek jöhetek johetek magammal után minden ki kik',
    ),
  ],
  [
    'hr',
    words(
      'je su gdje gde kako koliko kolika kada kad tko ko što sto šta sta koji koja koje kojim ima imate imam imaju nema možete mozete možemo mogu može moze mogli mogla bih jel jeste li se da do na od u za s sa iz po pri ili i a ali ako ' +
        'vas vam vaš vaša vase nas nam mi još jos već vec ne nije samo bez kod ovaj želim zelim trebam treba molim nešto nesto radite radi prije nakon biti bude jedan košta kosta koštaju',
    ),
  ],
  [
    'ro',
    words(
      'ce cum unde când cand cine este sunt și si la în in pe cu pentru care un o nu pot aveți aveti au să sa mă se din cât cat câte cate câți cati câtă de al ale mai poate fost vă va ați este',
    ),
  ],
  [
    'da',
    words(
      'er hvad hvordan hvor hvornår hvornar hvem hvorfor og en et jeg ikke kan for med på til det den de hvilke har i af som skal min mit jeres findes der vi man koster tage tager noget meget hvilken må åbent åben uge nogle nogen børn bliver dag',
    ),
  ],
  [
    'no',
    words(
      'er hva hvordan hvor når hvem hvorfor og en et jeg ikke kan for med på til det den de hvilke har i av som skal min mitt deres dere finnes vi man koster ' +
        'noe noen mye være etter meg deg ta tar trenger må finner åpent åpen uke blir dag hvilken hvilket',
    ),
  ],
  [
    'fi',
    words(
      'on ei ja ovat onko voiko saako voinko missä mikä mitä milloin paljonko kuinka entä teillä meillä klo sekä myös mutta kanssa eivät ' +
        'miten mihin mistä kuka miksi montako kauanko olette voin saan saa pitää pitääkö tarvitsen tarvitseeko maksaa teidän teiltä meidän minun minä että tai ' +
        'niin asti jälkeen ennen paljon jotain mukaan hinta ilman tehdä kiitos käykö olla olen se ole emme joka vain noin aikaan haluan haluaisin mita missa teilla',
    ),
  ],
  [
    'lt',
    words(
      'ar kur kada kiek kas koks kokia kokie kokios kokio kokiu kaip kodėl ir yra iš į iki nuo už prie po jūs jūsų jums mes mūsų mums aš gali galima galiu galite ' +
        'reikia noriu norėčiau turite dirbate dirbame kainuoja nėra tik bet arba taip pat kai jei metu laikas dienos dienų šis tai savo kuris kuri kurie jusu nera',
    ),
  ],
  [
    'sl',
    words(
      'je kje kdaj koliko kako kaj kakšna kakšen kakšno kaksna ali ste imate imam lahko so za z s v na do od o pri po tudi ker če ce kateri katera katero vaš vaša vašo vas vam nas ' +
        'moj smo bi ne in kdo zakaj mogoče želim rad rada radi stane stanejo dovoljeni odprto odprti odprta zaprto delate plačam še že več samo brez med pred čez vsak kot ' +
        'ga jih to tega uro ure uri se si mi moram potrebujem iz',
    ),
  ],
  [
    'lv',
    words(
      'vai kur kad cik kas kāds kāda kādi kādas ir un ar līdz uz par pie jūs jums jūsu mums mēs varu varam vajag vēlos gribu kā kāpēc cikos ilgi maksā atvērts ' +
        'ja bet nav tikai bez pēc pirms laikā laiks darba dienas dienu šo šis tas tā arī kuri kurš jusu ka esat jābūt kāpec gan tiek ko',
    ),
  ],
  [
    'et',
    words(
      'on kas kui palju kus millal kuidas kes miks ja ei ma te teie teil meil mul saab saan saate võib tohib maksab avatud lahti kell või ka seda see oma peab pean tahan soovin ' +
        'kaua kuhu kust mitu kaasa aga kuni ilma pärast enne juures jaoks kohta palun teid kas mida vanusest ole pole koos ainult',
    ),
  ],
  [
    'ca',
    words(
      'a de la el els les es són és què quin quina quins quines que com on quan qui per i un una jo vostè el meu el seu no puc podeu puc amb hi quant quants quantes costa en o si se ' +
        'al del dels pel pels fins després abans també més però aquest aquesta teniu feu obriu tanqueu som sou està cal vull voldria sense molt els us ens dels hola veneu accepteu',
    ),
  ],
] as const;
