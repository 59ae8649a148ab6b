import { type Language, subject } from './language.ts';

/** The corpus in French. */
export const french: Language = {
  name: 'French',
  products: ['Aurore', 'Brise', 'Cédrat', 'Dune', 'Écume', 'Falaise', 'Givre', 'Houle', 'Îlot', 'Jacinthe'],
  variant: '{n} Mini',
  subjects: [
    subject(
      'Retours',
      'Vous pouvez renvoyer l’appareil {n} dans les {a} jours après la livraison. L’étiquette de retour se trouve dans votre compte client ; nous remboursons le prix {b} jours après réception du colis.',
      'Dans combien de jours puis-je renvoyer {n} ?',
      'Comment récupérer mon argent si {n} ne me plaît pas et que je le retourne ?',
    ),
    subject(
      'Livraison',
      'L’appareil {n} quitte notre entrepôt après {a} jours ouvrables. Les frais d’expédition sont de {b} euros, et l’envoi express arrive le lendemain matin.',
      'Quels sont les frais d’expédition de {n} ?',
      'Quand vais-je recevoir {n} si je l’expédie par express ?',
    ),
    subject(
      'Garantie',
      'Le fabricant garantit {n} pendant {a} ans. La garantie couvre les défauts de matière et de fabrication, mais pas l’usure ; gardez le reçu {b} mois.',
      'Combien d’années de garantie pour {n} ?',
      'Est-ce que {n} est garanti contre une matière défectueuse ?',
    ),
    subject(
      'Mot de passe',
      'Si vous avez oublié le mot de passe de {n}, appuyez sur le bouton de réinitialisation pendant {a} secondes. Un nouveau mot de passe vous est envoyé et expire après {b} heures.',
      'Que faire si j’ai oublié le mot de passe de {n} ?',
      'Comment réinitialiser l’accès à {n} ?',
    ),
    subject(
      'Batterie',
      'La charge de la batterie de {n} dure {a} heures. Une fois pleine, elle tient {b} jours en usage normal.',
      'Combien de temps dure la charge de la batterie de {n} ?',
      'En combien de temps {n} est-il rechargé ?',
    ),
    subject(
      'Nettoyage',
      'Essuyez le boîtier de {n} avec un chiffon humide toutes les {a} semaines. Le filtre va au lave-vaisselle à {b} degrés, le socle non.',
      'Comment nettoyer le filtre de {n} ?',
      'Peut-on laver la vaisselle et les filtres de {n} en machine ?',
    ),
    subject(
      'Résilier l’abonnement',
      'L’abonnement pour {n} peut être résilié {a} semaines avant la fin du mois. Ce qui a été payé d’avance est rendu sous {b} jours.',
      'Quand l’abonnement pour {n} peut-il être résilié ?',
      'Comment se désabonner et demander la résiliation de {n} ?',
    ),
    subject(
      'Paiement',
      'L’appareil {n} se paie par carte de crédit, sur facture ou en {a} mensualités au plus. Une facture est due après {b} jours.',
      'En combien de mensualités puis-je payer {n} ?',
      'Puis-je payer {n} chaque mois, en plusieurs fois ?',
    ),
    subject(
      'Pièces de rechange',
      'Les pièces de rechange de {n} restent en stock pendant {a} ans. Un joint coûte {b} euros et se remplace sans outil.',
      'Pendant combien d’années les pièces de rechange de {n} restent-elles en stock ?',
      'Comment remplacer les joints de {n} ?',
    ),
    subject(
      'Associer un téléphone',
      'Maintenez le bouton de {n} pendant {a} secondes jusqu’à ce que le voyant clignote en bleu. Choisissez-le ensuite dans les réglages du téléphone ; {b} téléphones peuvent être associés.',
      'Comment associer {n} à mon téléphone ?',
      'Comment connecter {n} à un téléphone par Bluetooth ?',
    ),
    subject(
      'Températures',
      'Utilisez {n} seulement entre {a} et {b} degrés. Par temps de gel, il s’éteint de lui-même, et au soleil son ventilateur tourne plus vite.',
      'Entre combien de degrés utiliser {n} ?',
      'Est-ce que {n} supporte qu’il gèle ?',
    ),
    subject(
      'Service client',
      'Notre service client pour {n} répond au téléphone de {a} à {b} heures en semaine. Le week-end, nous répondons seulement aux courriels.',
      'À quelles heures le service client de {n} répond-il au téléphone ?',
      'Quand puis-je téléphoner à quelqu’un au sujet de {n} ?',
    ),
  ],
};
