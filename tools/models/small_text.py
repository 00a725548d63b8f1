"""The text that the model of the lesson a-small-model learns from: short tales, one on a line."""

TALES = """\
the cat sits on the wall. the cat looks at the birds. the birds sit in the tree and sing. the cat waits. the birds see the cat and fly away.
two cats sit on the wall. the cats look at the sea. the sea is grey and the wind is cold. the cats go home and sleep near the fire.
the old man has a boat. the boat is small and blue. in the morning the old man goes to sea. in the evening the boat comes home with the fish.
the rain falls on the road. the rain falls on the house. the rain falls on the old tree. then the sun comes out and the road is dry.
a word has letters. a letter has a sound. the letters stand side by side and make a word. the words stand side by side and make a tale.
the cat looks at the moon in the river. the moon is near and the cat is glad. then the wind comes and the moon is gone. the cat goes home.
the man writes a book. in the book a man writes a book. the child reads the book and asks for the end. the man says the end is far away.
the rain comes in the evening. the birds sit under the roof. the cats sit under the boat. the old man sits near the fire and looks at the rain.
the woman reads a book to the child. in the book a king has three dogs. the dogs sleep near the door of the king. the child is tired and sleeps too.
the dog runs along the road. the dog sees a cat. the cat sees the dog. the cat runs up the tree and the dog waits below.
the wind comes from the sea. the wind blows over the sand. the wind blows over the hill. then the wind is tired and the sea is still.
at night the moon shines on the sea. the stars shine on the sea. the boats are still and the birds sleep in the tree.
the road goes over the hill. the road goes to the sea. on the road are two men and a dog. the men are old and the dog is young.
two boats go along the river. one boat is red. one boat is blue. the red boat is young and fast. the blue boat is old and slow and comes home too.
the dog has a stone. the dog takes the stone to the garden. the dog takes the stone to the house. the woman says the stone is wet and the dog is glad.
the king sits near the window. the king looks at the rain. the rain falls on the king of the hill and on the old man on the road.
the child has a red boat. the boat stands near the window. the child says the boat wants to go to sea. the woman says the sea is cold today.
the king has a house on the hill. the house has ten doors. the doors are red and the windows are blue. but the king is alone in the house.
the snow falls in the night. in the morning the road is white. the trees are white and the hill is white. the child runs out and is cold and glad.
the birds fly over the sea. the birds are white. one bird sits on the boat of the old man. the old man gives the bird a fish.
the woman writes a letter to the old man. the letter says come home. the old man reads the letter. then he goes home along the road.
the trees stand on the hill. the wind blows and the trees sing. the wind is still and the trees are still. a bird waits in the trees for the morning.
the woman asks the sea for a fish. the sea gives the woman a stone. the woman asks the sea for a stone. the sea gives the woman a fish.
the book lies on the bed. the child sleeps near the book. the words in the book are tired too. the moon looks in at the window and reads the book alone.
a cat and a dog live in the house. the cat sleeps on the bed. the dog sleeps near the door. when the rain falls the cat and the dog sit near the fire.
the fire is warm. the cat is near the fire. the child is near the fire. the wind blows at the door but the house is warm.
the dogs run along the sand. the dogs run to the sea. the sea is cold and the dogs run home. at home the dogs sleep near the fire.
one word stands alone. then a word comes and stands near it. then there are two words. the words wait for the end and the end is a dot.
the river runs from the hill to the sea. the river is small near the hill. the river is wide near the sea. the boats go along the river.
the cats run over the roof. the dogs run along the wall. the man at the window says the night is long. then the cats sleep and the dogs sleep.
the old boat lies in the garden. a tree stands in the boat. a bird sits in the tree. the child says the boat goes to sea with the bird in the night.
the sun is cold today. the river is white and still. the birds sit near the house and wait. the old woman gives the birds bread and the birds sing.
in the garden stands a tree. in the tree sits a bird. the bird sings to the tree. the tree says nothing and the bird sings on.
the man and the woman sit near the window. the man reads a book. the woman looks at the rain. the rain falls on the garden and on the road.
the sun shines on the hill. the sun shines on the house. the cats sleep on the wall and the dogs sleep on the road.
the king goes to sea in a boat. the wind is cold and the boat is small. the king is tired and wants to go home. the boat comes home at night.
the child sees a star. the star is small and far away. the child says the star is alone. the woman says the star has the moon.
the wind takes a letter from the child. the letter flies over the road. the letter flies over the river. an old man takes the letter and reads it.
the child makes a man of snow. the man of snow stands in the garden. the sun shines on the man of snow. in the evening there are two stones in the garden.
the stars look at the sea. the sea looks at the stars. a star falls and the sea takes it. the old man in the boat sees it and says nothing.
the old woman has a garden. the garden is near the river. in the garden are red trees. the birds come to the garden and sing.
the young dog wants the fish. the old cat wants the fish. the dog looks at the cat and the cat looks at the dog. then a bird comes and takes the fish.
the sea takes the sand. the sea gives the sand. the sea takes a stone and gives a stone. the old man looks at the sea and says nothing.
the letters sleep in the book. the child opens the book and the letters stand up. the letters make words and the words make a tale. then the child closes the book and the letters sleep.
the boats wait for the wind. the wind waits for the night. the night waits for the moon. then the moon comes and the wind comes and the boats go to sea.
a dog and a bird sit on a boat. the dog wants to go home. the bird wants to go to sea. the boat waits for the wind and goes home with the dog.
the house is old. the door is old and the roof is old. the wind comes in at the window. but the fire is warm and the old man sings a song.
the young cat wants to see the sea. the old cat says the sea is wet. the young cat runs to the sea and runs home. the sea is wet says the young cat.
the men sit in the boat. the men look at the sea. there are no fish today. the men are tired and the boat is slow and the road home is long.
a stone lies on the road. a dog runs over the stone. a man sits on the stone. the rain falls on the stone and the sun shines on it. the stone says nothing.
the wind opens the door. the wind closes the door. the cat looks at the door and the dog looks at the door. the woman says it is the wind.
the birds are in the garden. the cat is in the garden too. the birds sing and the cat waits. the cat waits till night and the birds are far away.
the child asks the sea for a word. the sea says it in the night. the child says the word to the wind. the wind takes the word over the hill.
the girl has two birds. the birds are small and red. the birds sit on the bed and sing. the girl opens the window and the birds fly to the hill.
the road is dry and the sun is warm. the dogs sleep in the sand. three men come along the road. the men are tired and want bread and fish.
the morning comes over the sea. the boats come home with the fish. the cats wait on the sand. the men give the cats a fish and go home to sleep.
in the house of the king are a hundred books. in the books are a hundred tales. the king reads a tale in the evening and sleeps till the morning.
the road is long and the night is cold. the man is alone on the road. then he sees a house and a fire in the window. the door opens and the man is home.
the river takes a small boat. the boat goes along the trees. the boat goes along the houses. then the boat is in the sea and the river is alone.
the snow is on the roof. the snow is on the wall. two birds sit on the snow and sing. the child gives the birds bread and the birds are glad.
the young man has three cats. one cat is white. one cat is red. one cat is grey and sleeps in the boat. the cats wait for the young man in the evening.
a word is lost in the snow. the child looks for the word. the dog looks for the word. the word is under a stone and the word is warm.
the moon is small today. the night is dark and the road is dark. the man has a fire in the boat. the fish come to see the fire and the man waits.
the woman closes the window. the woman closes the door. the wind says nothing and goes on. in the house the child asks for a tale and the woman reads.
the sun comes up out of the sea. the old man stands near his boat. the cat stands near the old man. the morning is cold and the sea is blue.
the dog waits at the door. the dog waits for the child. in the evening the child comes along the road. the dog runs to the child and the two go home.
the moon looks at the river and sees a moon. the moon in the river says nothing. the moon shines on and says nothing. in the morning the two are far away.
the women sing in the boat. the song is old and slow. the birds sing too but the song of the birds is young. the sea is still and waits for the end.
the rain is over. the garden is green and the road is wet. the cats come out of the house. the birds come out of the tree. the sun shines on the wall.
the bird sings in the morning. the bird sings in the evening. in the night the bird is still. then the moon sings but no one hears it.
the river asks the hill for rain. the hill asks the wind for rain. the wind goes to the sea and comes home with the rain. then the river is wide.
the girl and the dog sit on the sand. the girl makes a house of sand. the sea comes and takes the house. the girl makes a house of stone.
a letter falls out of a word. the word is small now and says nothing. the child sees the letter on the road and takes it home. now the word is a word.
the king asks the old woman for bread. the old woman gives the king bread and fish. the king is glad and gives the old woman a garden near the sea.
the night is dark. the dogs sleep and the cats sleep. the child hears the wind and the wind says sleep. the child sleeps and the wind goes on.
three birds sit on the door. one bird sings. two birds wait. then two birds sing and one bird waits. the song goes over the garden to the hill.
the boat is old and the sea is young. the boat lies on the sand and looks at the sea. in the night the sea comes up the sand and takes the boat home.
the king wants a tale. an old man says a tale. the tale is long and the king sleeps. the old man takes the bread and the fish and goes on.
the garden is white with snow. a cat goes along the wall. a bird sits on the wall. the cat looks at the bird and the bird looks at the snow.
the letters of the book are small. the old man looks for the letters. the child reads the book to the old man. the old man is glad and gives the child a boat.
"""
